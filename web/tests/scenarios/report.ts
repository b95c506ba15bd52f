import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { findings } from '../axe';
import { hold } from '../player';
import type { Scenario } from '../scenario';
import type { Target } from '../target';

/** Any game: the report of the mock does not depend on it. */
const GAMES = '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n';

/** Opens the report on these names. */
async function reportOn(context: BrowserContext, target: Target, names: (string | RegExp)[]): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${target.url}#me`);
  await page.locator('input[type=file]').setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) });
  for (const name of names) await page.getByLabel(name).check();
  await page.locator('.which ~ .controls button[type=submit]').click();
  await page.locator('.report .traits li').first().waitFor();
  return page;
}

/** Diagrams whose pieces are all drawn with a size. */
const drawn = (page: Page): Promise<number> =>
  page.locator('.diagram').evaluateAll(
    (diagrams) =>
      diagrams.filter((diagram) => {
        const pieces = [...diagram.querySelectorAll('use')];
        return pieces.length > 0 && pieces.every((piece) => piece.getBoundingClientRect().width > 2);
      }).length,
  );

const titles = (page: Page): Promise<string[]> => page.locator('.report :is(h1, h2, h3, h4), .report summary, .report caption').allInnerTexts();

export const report: Scenario[] = [
  {
    name: 'report: saved as one file that needs nothing else, in Spanish',
    mockOnly: true,
    options: { locale: 'es-ES' },
    async run(context, target) {
      const page = await reportOn(context, target, ['Anna', /<img/]);
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Guardar en un archivo' }).click()]);
      hold(/^bayeschess-img-src-x[\w-]*-Anna-\d{4}-\d\d-\d\d\.html$|^bayeschess-Anna-[\w-]*\.html$/.test(download.suggestedFilename()), download.suggestedFilename());
      const folder = mkdtempSync(join(tmpdir(), 'bayeschess-report-'));
      const file = join(folder, 'report.html');
      await download.saveAs(file);
      const alone = await context.browser()?.newContext({ offline: true, colorScheme: 'dark', viewport: { width: 900, height: 700 } });
      if (!alone) throw new Error('no browser');
      try {
        const saved = await alone.newPage();
        const faults: string[] = [];
        saved.on('request', (request) => request.url() !== pathToFileURL(file).href && faults.push(`asked for ${request.url()}`));
        saved.on('console', (message) => faults.push(message.text()));
        saved.on('pageerror', (error) => faults.push(error.message));
        await saved.goto(pathToFileURL(file).href);
        hold((await titles(saved)).join('\n') === (await titles(page)).join('\n'), 'every part of the report is there');
        const diagrams = await page.locator('.diagram').count();
        hold(diagrams > 0 && (await drawn(saved)) === diagrams, 'every position has its diagram');
        hold((await saved.locator('.positions').first().innerText()).includes('rnbqkbnr/ppp2ppp/3p4'), 'and its FEN');
        hold((await saved.locator('.habits, details table').first().isVisible()) && (await saved.locator('button').count()) === 0, 'all is open, nothing is to be pressed');
        hold((await saved.locator('script, link, img, [src], [href]:not([href^="#"])').count()) === 0, 'nothing is fetched or run');
        hold((await saved.title()) === (await page.locator('#report-title').innerText()), 'the title is the name');
        hold((await saved.locator('html').getAttribute('lang')) === 'es', 'the language is said');
        hold((await saved.evaluate(() => getComputedStyle(document.body).backgroundColor)) === 'rgb(244, 243, 239)', 'the colours are light');
        hold((await saved.locator('.track .band').first().evaluate((band) => band.getBoundingClientRect().width)) > 20, 'bands keep their widths');
        hold(readFileSync(file, 'utf8').includes('Colin M. L. Burnett'), 'the author of the pieces is named');
        faults.push(...(await findings(saved)));
        hold(faults.length === 0, [...new Set(faults)].join('\n       '));
      } finally {
        await alone.close();
        rmSync(folder, { recursive: true });
      }
    },
  },
  {
    name: 'report: diagrams on the page and on paper',
    mockOnly: true,
    async run(context, target) {
      const page = await reportOn(context, target, ['Anna']);
      const diagrams = await page.locator('.diagram').count();
      hold(diagrams > 0 && (await drawn(page)) === diagrams, 'positions are shown as diagrams');
      const top = await page.locator('.diagram use').first().evaluate((piece) => piece.getAttribute('href'));
      hold(top !== null && (await page.locator(top).count()) === 1, 'each piece is drawn once in the page');
      hold(!(await page.locator('.positions .on-paper').first().isVisible()), 'the screen has no FEN');
      await page.emulateMedia({ media: 'print' });
      hold((await drawn(page)) === diagrams, 'paper has the diagrams');
      hold(await page.locator('.positions .on-paper').first().isVisible(), 'and the FEN');
      hold(!(await page.getByRole('button', { name: 'Save as one file' }).isVisible()), 'paper has no buttons of the page');
      hold(await page.locator('.report details table').first().isVisible(), 'paper has what is folded on the screen');
      const ink = await page.locator('.report .track .band').first().evaluate((band) => getComputedStyle(band).getPropertyValue('print-color-adjust'));
      hold(ink === 'exact', 'bands are printed');
    },
  },
  {
    name: 'report: positions beside reasons, points, courses and advice',
    mockOnly: true,
    async run(context, target) {
      const page = await reportOn(context, target, ['Anna']);
      const boards = (place: string, text: string): Promise<number> => page.locator(`.report ${place}`, { hasText: text }).locator('.diagram').count();
      hold((await boards('.reasons li', 'moves that give check')) === 1, 'a reason that is a trait has its positions');
      hold((await boards('.reasons li', 'pawn moves')) === 0, 'positions of the contrary show no reason');
      const weakness = (habit: string) => page.locator('.report ul > li:not(.summary > *)', { hasText: `More of it: ${habit}` });
      hold((await boards('ul > li:not(.summary > *)', 'More of it: moves that give check')) === 1, 'a weakness has those that stand nowhere else');
      hold((await weakness('moves that give check').innerText()).includes('Play on: 1 position under “Three things to train”.'), 'and says where the others stand');
      hold((await boards('ul > li:not(.summary > *)', 'More of it: pawn moves')) === 0, 'another weakness does not repeat them');
      hold((await weakness('pawn moves').innerText()).includes('Play on: 1 position under “Weaknesses”.'), 'but says where they stand');
      hold((await boards('tr', 'queens gone by move 20')) === 1, 'a course to be trained has them');
      hold((await boards('tr', 'kings on opposite wings')) === 0, 'another course has none');
      await page.getByRole('button', { name: 'Play on from 1. e4 e5 2. Nf3', exact: true }).click();
      await page.locator('section.play').waitFor();
      const { game } = await target.state();
      hold(game?.start_fen === 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2', 'advice is tried from its position');
      hold(game?.human === 'black', 'with the colour of the user');
      // A new user is asked for a level and a name.
      await page.keyboard.press('Escape');
      await page.evaluate(() => (location.hash = '#me'));
      await page.getByRole('button', { name: 'Play on from 3. Bb5+' }).click();
      await page.locator('section.play').waitFor();
      hold((await target.state()).game?.start_fen === 'rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3', 'a weakness is played on from its position');
    },
  },
  {
    name: 'report: it says what `style report` says, in both languages',
    mockOnly: true,
    async run(context, target) {
      const page = await reportOn(context, target, ['Anna']);
      const said = async (sentences: string[]): Promise<void> => {
        const text = (await page.locator('.report').innerText()).replace(/\s+/g, ' ');
        for (const sentence of sentences) hold(text.includes(sentence), `"${sentence}" is said`);
      };
      const summary = page.locator('.report .summary > li');
      hold((await summary.count()) === 6, 'six sentences');
      hold((await page.locator('.report :is(h4, li)').first().innerText()) === 'Summary', 'they come first');
      await said([
        'No style stands out: score +0.1 (95 %: -0.8 to +1).',
        'Traits: More than peers: piece moves back to the first two ranks; More than peers: moves that give check; Less than peers: pawn moves.',
        'Nothing brings points beyond chance. Costs most points: More of it: moves that give check (-12 ± 10 points in 100 games).',
        'To train first: Ruy Lopez with White (-12 ± 10 points in 100 games), which may be chance.',
        'Strengths Nothing brings points beyond chance in 2 games.',
        'Weaknesses More of it: moves that give check: costs about 12 ± 10 points in 100 games (30 games against 70 others)',
        'No style stands out (attacking 50%, defensive 14%, mixed 36%): score +0.1 (95 %: -0.8 to +1).',
        'With White, 686 games: score -0.48 (95 %: -0.8 to +1)',
        'Keeps pieces and tension on the board more than peers: score +1.14 (95 %: +0.7 to +1.6).',
        'Weight +1.000 ± 0.400.',
        'Most often: Berlin Defense',
        'otherwise 100%: -100 ± 50 points in 100.',
        'More than peers: moves that give check: 63 of 100 games of peers show less of it (95 %: 58 to 68)',
        '7 games: players on lichess.org, rated 1400 to 1599, all paces',
        '4 games: players on lichess.org, rated 800 to 999, rapid',
        'And 1 game with smaller groups of peers.',
        'Stable: odd games 62, even games 64; earlier games 60, later games 66',
        'odd games 38, even games 36; the dates do not tell earlier games from later ones',
        'Less than peers: pawn moves: 63 of 100 games of peers show more of it (95 %: 58 to 68)',
        'Ruy Lopez with White: costs about 12 ± 10 points in 100 games (30 games against 70 others)',
        'Do it more: piece moves back to the first two ranks: brings about 12 ± 10 points in 100 games (70 games against 30 others)',
        'Chosen among openings, kinds of games, and habits that you can choose',
      ]);
      hold(!(await page.locator('.report').innerText()).includes('With Black'), 'a colour without games has no verdict');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Español').check();
      await page.keyboard.press('Escape');
      await said(['Para entrenar primero: Apertura española con blancas (-12 ± 10 puntos en 100 partidas), lo que puede ser azar.']);
      await said(['Ningún estilo destaca (atacante 50', 'Con blancas, 686 partidas: nota -0,48', 'Peso +1,000 ± 0,400.', 'Sobre todo: Defensa berlinesa', 'Sigue jugando: 1 posición en «Tres cosas que entrenar».']);
    },
  },
  {
    name: 'report: where nothing is beyond chance, opponents learn what to prepare for, in both languages',
    mockOnly: true,
    async run(context, target) {
      const page = await reportOn(context, target, [/<img/]);
      const said = async (sentences: string[]): Promise<void> => {
        const text = (await page.locator('.report').innerText()).replace(/\s+/g, ' ');
        for (const sentence of sentences) hold(text.includes(sentence), `"${sentence}" is said`);
      };
      await said([
        'Against expectation: in 40 games with both ratings 70%, where 50% was to be expected: +20 ± 10 points in 100, which is beyond chance.',
        'Nothing brings or costs points beyond chance in 2 games.',
        'Strengths all games: in 40 games with both ratings 70%',
        'Weaknesses Nothing costs points beyond chance in 2 games.',
        'In 2 games no choice of an opponent was worse for you beyond chance.',
        'With White, 686 games: most often Ruy Lopez (Most often: Berlin Defense): 10 games (1%), score 60% ± 30',
        'only where it stands under Strengths or Weaknesses',
        'Over time No change can be told: the dates tell only the year of 2 games, and none divides the games into earlier and later ones.',
      ]);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Español').check();
      await page.keyboard.press('Escape');
      await said(['Puntos fuertes todas las partidas: en 40 partidas con ambos Elo', 'Con blancas, 686 partidas: sobre todo Apertura española', 'Se prepararán para las aperturas', 'Con el tiempo No se puede decir qué cambió: las fechas solo dicen el año de 2 partidas']);
    },
  },
];
