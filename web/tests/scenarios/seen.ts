/** Under "Me" the user reads how the engine sees them. */
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { largestSteps, stepInWords } from '../../src/panels/bands';
import { findings } from '../axe';
import { begin, endGame, eventually, heard, hold, makeMove, playOut, sendDialog } from '../player';
import type { Scenario } from '../scenario';
import { isProgram } from '../target';
import { learn } from './openings';

function seesMe(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `under "Me" stands how the engine sees who sits here (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const games = await learn(target);
      const page = await context.newPage();
      await page.goto(`${target.url}#me`);
      const card = page.locator('main.me .seen');
      const says = (sentence: string): Promise<true> =>
        eventually(async () => (await card.innerText()).includes(sentence) || undefined, `it says: ${sentence}`);
      const post = async (path: string, sent: object): Promise<void> => {
        const status = await page.evaluate(async ([to, body]) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch(to ?? '', { method: 'POST', headers, body: body ?? '' })).status;
        }, [path, JSON.stringify(sent)]);
        hold(status === 200, `${path} is done`);
      };
      await says(texts.me.guest);
      // The number of moves is that of the program, not one of the page.
      const least = await page.evaluate(
        async () => ((await (await fetch('/api/opponents')).json()) as { least_moves: number }).least_moves,
      );
      await post('/api/seat', { name: 'Carla' });
      await says(texts.me.movesOfAGame(least));
      await post('/api/game/new', { color: 'white' });
      await says(texts.me.moreMoves(least));
      const game = (await target.state()).game?.id;
      await post('/api/game/move', { game, ply: 0, move: 'e2e4' });
      await says(texts.me.moreMoves(least - 1));
      // Another one sits down in the middle of the game.
      await post('/api/seat', { name: 'anna' });
      await eventually(async () => (await card.locator('.axis').count()) === 2, 'both axes are shown');
      hold((await target.state()).game?.player === 'Carla', 'the game is still that of Carla');
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > 360).map((one) => one.outerHTML.slice(0, 80)),
      );
      hold(await page.evaluate(() => document.documentElement.scrollWidth <= 360), `the view fits a phone, but for ${wide.join('; ')}`);
      const short = await card.locator('.axis .track').first().getAttribute('aria-label');
      await card.getByRole('link', { name: texts.me.wholeCard }).click();
      const whole = page.locator('.person', { has: page.getByRole('heading', { name: 'Anna', exact: true }) });
      await whole.waitFor();
      await eventually(() => whole.locator('h3').evaluate((head) => head === document.activeElement), 'the keyboard is on her card');
      hold((await whole.locator('.axis .track').first().getAttribute('aria-label')) === short, 'the whole card says the same');
      hold(games > 0 && (await whole.locator('details').count()) === 1, 'and more');
    },
  };
}

/** Two games of Anna, long enough to tell of her. */
const REST = 'Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4';
const GAMES = ['e4 e5 2.', 'e4 Nc6 2. Bc4 Nf6 3. d3 e5 4. Nf3 Be7 5. O-O O-O 6. Re1 d6 7. c3 a6 8. Bb3 h6 9. h3 Re8 10. Nbd2 Bf8 11. Nf1']
  .map((moves, at) => `[White "Anna"]\n[Black "Ben ${at}"]\n[Result "1-0"]\n\n1. ${moves}${at === 0 ? ` ${REST}` : ''} 1-0\n`)
  .join('\n');

function remembersReport(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `under "Me" the games of the report are remembered, and openings of them are played (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#me`);
      await page.locator('input[type=file]').setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) });
      await page.getByLabel('Anna').check();
      await page.getByRole('button', { name: texts.me.write }).click();
      const form = page.locator('form.remember');
      const name = form.getByLabel(texts.me.remember.name);
      await name.waitFor();
      hold((await name.inputValue()) === 'Anna', 'a guest is offered the name in the games');
      const said = form.getByRole('status');
      for (const [learned, unchanged] of [[2, 0], ...(isProgram(target) ? [[0, 2]] : [])] as const) {
        await form.getByRole('button', { name: texts.me.remember.button }).click();
        const wanted = { name: 'Anna', learned, unchanged, too_short: isProgram(target) ? 0 : 1 };
        await eventually(async () => (await said.innerText()) === texts.me.remember.done(wanted), texts.me.remember.done(wanted));
      }
      hold((await page.locator('.report').count()) === 1, 'the report is still there');
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      // The openings of these games are known in the dialog of a new game, which is open while nobody has said who they are.
      await page.goto(target.url);
      const dialog = page.locator('dialog.dialog');
      await dialog.getByLabel(texts.newGame.openings.met).check();
      await dialog.getByText(texts.newGame.nothingMet).waitFor();
      await dialog.getByLabel(texts.newGame.yourName).fill('anna');
      await dialog.getByText(texts.newGame.metNote(isProgram(target) ? 2 : 21)).waitFor();
    },
  };
}

function aimsByStyle(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `by the user's style alone the engine has an aim, marks its squares, and says what it would have played (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      const card = page.locator('.aim');
      await card.getByLabel(texts.aim.byStyle).click();
      await eventually(async () => (await target.state()).settings.rule === 'style', 'the rule is chosen');
      await makeMove(page, 'typed', { uci: 'e2e4', san: 'e4' });
      await eventually(async () => (await target.state()).game?.moves.length === 2, 'the engine has answered');
      const squares = async (): Promise<string> => ((await target.state()).aim?.squares ?? []).join(', ');
      await eventually(async () => (await card.innerText()).includes(texts.aim.squares(await squares())), 'its squares are told');
      if (isProgram(target)) {
        const said = async (): Promise<string> => (await card.locator('.otherwise').allInnerTexts()).join();
        const [before] = texts.aim.without('|').split('|');
        await eventually(async () => (await said()) === texts.aim.same || (await said()).startsWith(before ?? ''), 'the other move is told');
        const aim = (await target.state()).aim?.target ?? 'middle';
        hold(aim !== 'middle' && (await card.innerText()).includes(texts.aim.answers[aim].slice(2)), 'it says what it aims at');
      }
      await card.getByLabel(texts.aim.adapting).click();
      await card.getByText(texts.aim.isOff).waitFor();
      hold((await card.getByLabel(texts.aim.byStyle).count()) === 0, 'without adapting there is no rule');
    },
  };
}

/** Each move that moved the view most says by which habits, and is read out when it is chosen. */
function tellsHabits(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `the moves that told most say by which habits (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], 6);
      const told = page.locator('.see .told li');
      const steps = async (): Promise<string[]> => {
        const history = (await target.state()).how_i_see_you?.history ?? [];
        return largestSteps(history, ['attacking', 'complicating'], 3).map((step) => stepInWords(step, texts));
      };
      const wanted = await eventually(async () => {
        const said = await told.allInnerTexts();
        const all = await steps();
        return said.length === all.length && all.every((step, at) => said[at]?.endsWith(step)) ? all : undefined;
      }, 'each step tells its habits');
      const slider = page.locator('.see input[type=range]');
      if (!isProgram(target)) {
        const first = texts.peers.habit('offer', 'moves that put a pawn or more at risk on their square');
        hold(wanted.some((step) => step.includes(texts.see.seenHabit(first, [texts.peers.word('rather much'), texts.peers.word('much')], 24))), 'a habit is named in the words of the report');
        hold(wanted.some((step) => step.endsWith(texts.see.byNoHabit(''))), 'and a step without one says so');
        await heard(page);
        await told.first().getByRole('button').click();
        const aloud = async (): Promise<boolean> => (await heard(page)).includes(wanted[0] ?? '?');
        await eventually(async () => (await aloud()) || undefined, 'the step is read out');
        hold((await slider.getAttribute('aria-valuetext'))?.includes(wanted[0] ?? '?'), 'and the slider says the same');
      }
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      hold(await page.evaluate(() => document.documentElement.scrollWidth <= 360), 'the view fits a phone');
    },
  };
}

/** Pawns that block each other and part the kings: no move ends this game. */
const ENDLESS = '4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1';

/** Until the style may be told, and where it cannot be told then, one sentence says so. */
function cannotTell(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `what cannot be told of the user is one sentence (${locale})`,
    mockOnly: true,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target);
      await page.locator('.top nav button').nth(1).click();
      await page.locator('dialog textarea').fill(ENDLESS);
      await sendDialog(page);
      const lead = page.locator('.see .lead');
      const says = (sentence: string): Promise<true> => eventually(async () => (await lead.innerText()) === sentence || undefined, `it says: ${sentence}`);
      const most = (await target.state()).how_i_see_you?.moves_until_said ?? 0;
      await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], 1);
      await says(texts.see.moreMoves(most - 1));
      hold(/may|Quizá/.test(await lead.innerText()), 'which is no promise');
      await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], most - 1);
      await says(texts.see.notYet);
      await endGame(page, target);
      await page.locator('.review p', { hasText: texts.see.notYet }).waitFor();
    },
  };
}

export const seen: Scenario[] = [
  seesMe('en-GB'),
  seesMe('es-ES'),
  remembersReport('en-GB'),
  remembersReport('es-ES'),
  aimsByStyle('en-GB'),
  aimsByStyle('es-ES'),
  tellsHabits('en-GB'),
  tellsHabits('es-ES'),
  cannotTell('en-GB'),
  cannotTell('es-ES'),
];
