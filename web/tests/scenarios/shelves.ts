import type { BrowserContext, Page } from 'playwright-core';
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { findings } from '../axe';
import { BROKEN, NAMELESS } from '../mock-shelves';
import { eventually, hold } from '../player';
import type { Scenario } from '../scenario';
import { isProgram, type Target } from '../target';
import { charts } from './charts';
import { report } from './report';

/** Three games of Anna, one of them illegal. */
const GAMES = ['e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6', 'd4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O', 'e4 Ke2']
  .map((moves) => `[White "Anna"]\n[Black "<img src=x>"]\n[Result "1-0"]\n\n1. ${moves} 1-0\n\n`)
  .join('');

async function open(context: BrowserContext, target: Target, view: 'me' | 'runs' | 'opponents'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${target.url}#${view}`);
  await page.locator(view === 'runs' ? '.run-list' : `main.${view}`).waitFor();
  hold((await page.locator('dialog').count()) === 0, 'no dialog of a game stands before another view');
  return page;
}

async function fits(page: Page): Promise<void> {
  const { width, room } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: innerWidth }));
  hold(width <= room, `the page is ${width} px wide in a window of ${room}`);
}

/** Marks every run, so that all kinds are shown, four at a time. */
function axeOnBoth(name: string, options: NonNullable<Scenario['options']>): Scenario {
  return {
    name: `axe-core has no finding in runs and opponents: ${name}`,
    options,
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'runs');
      await page.locator('.run-row').first().waitFor();
      const found: string[] = [];
      for (const mark of await page.locator('.run-row input').all()) {
        await mark.check();
        await page.waitForTimeout(150);
        found.push(...(await findings(page)));
        await fits(page);
      }
      await page.locator('.views a[href="#opponents"]').click();
      await page.locator('.person').first().waitFor();
      await page.locator('.person summary').first().click();
      await page.locator('.person table').first().waitFor();
      found.push(...(await findings(page)));
      for (const button of await page.locator('.person').first().locator('.change > .controls button').all()) {
        await button.click();
        await page.locator('.change form').waitFor();
        found.push(...(await findings(page)));
        await fits(page);
      }
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  };
}

/** A file of more names than are offered: any other is written. */
function manyNames(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `me: a report for a name that is not among the commonest (${locale})`,
    programOnly: true,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const game = (white: string, black: string): string => `[White "${white}"]\n[Black "${black}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n`;
      const names = Array.from({ length: 70 }, (_, index) => `Player ${index}`);
      const games = names.map((name, index) => game(name, names[(index + 1) % names.length] ?? ''));
      const page = await context.newPage();
      await page.goto(`${target.url}#me`);
      await page.locator('input[type=file]').setInputFiles({ name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from([...games, game('Zoe', 'Player 3')].join('')) });
      await page.locator('.which').waitFor();
      hold((await page.locator('.which input').count()) === 60 && (await page.getByLabel('Zoe').count()) === 0, 'the commonest are listed');
      await page.getByText(texts.me.commonest(60)).waitFor();
      const write = page.getByRole('button', { name: texts.me.write });
      hold(await write.isDisabled(), 'nobody is chosen');
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      await fits(page);
      const other = page.getByLabel(texts.me.otherName);
      await other.fill('Nobody');
      await write.click();
      await page.locator('.notice[role=alert]').waitFor();
      hold((await page.locator('.report').count()) === 0, 'nobody of this name stands in the file');
      await page.getByLabel('Nobody').uncheck();
      await other.fill(' Zoe ');
      await write.click();
      await page.locator('.report').waitFor({ timeout: 60_000 });
      hold((await page.locator('#report-title').innerText()).includes('Zoe'), 'the report is about Zoe');
      await eventually(() => page.locator('.which').getByLabel('Zoe').isChecked(), 'the name that was written is a choice now');
      hold((await other.inputValue()) === '', 'and stands no longer in the field');
    },
  };
}

/** After a file without names, and after one over which the program failed, another one is chosen. */
function choosesAnother(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `me: after a file without names another one can be chosen (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const page = await open(context, target, 'me');
      const choose = (name: string, text: string): Promise<void> =>
        page.getByLabel(texts.me.choose).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      const nobody = page.locator('main.me').getByText(texts.me.nobody);
      await choose(NAMELESS, '1. e4 e5 2. Nf3 Nc6 1-0\n');
      await nobody.waitFor();
      const found = await findings(page);
      await fits(page);
      if (!isProgram(target)) {
        await choose(BROKEN, GAMES);
        await page.getByText(texts.me.notWritten).waitFor();
        hold((await nobody.count()) === 0, 'nothing is said of names that were not read');
        found.push(...(await findings(page)));
        await fits(page);
      }
      await choose('mine.pgn', GAMES);
      await page.locator('.which').waitFor();
      hold((await page.getByLabel(texts.me.choose).count()) === 0, 'the names are asked for');
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  };
}

/** While a file is sent, the page shows how much of it has come. */
const sendsSlowly: Scenario = {
  name: 'me: the share of a file that has come is shown while it is sent',
  programOnly: true,
  async run(context, target) {
    const [page, other] = [await open(context, target, 'me'), await open(context, target, 'me')];
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 });
    const buffer = Buffer.from(GAMES.repeat(6_000));
    await page.bringToFront();
    await page.locator('input[type=file]').setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer });
    const shares: number[] = [];
    await eventually(
      async () => {
        if (await page.locator('.which').isVisible()) return true;
        const share = await page.evaluate((receiving) => {
          const bar = document.querySelector<HTMLProgressElement>('.at-work progress');
          if (bar?.ariaLabel !== receiving) return undefined;
          return bar.hasAttribute('value') ? bar.value / bar.max : -1;
        }, english.me.receiving);
        if (share !== undefined) shares.push(share);
        if (shares.length === 5) hold((await other.locator('.at-work progress').getAttribute('value')) === null, 'another tab knows no size');
        return undefined;
      },
      'the file has come',
      60_000,
    );
    hold(shares.every((share, index) => share >= (shares[index - 1] ?? 0) && share <= 1), `the share grows: ${shares.join(' ')}`);
    hold(shares.some((share) => share > 0.2 && share < 0.8), `the share is shown on the way: ${shares.join(' ')}`);
  },
};

export const shelves: Scenario[] = [
  {
    name: 'runs: several curves, and nothing jumps while they go on',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'runs');
      await page.locator('.run-row').nth(1).locator('input').check();
      await eventually(async () => (await page.locator('.drawable .mean').count()) === 2, 'both curves are in one chart');
      const from = page.locator('.zoom input').first();
      await from.fill('2000');
      await page.locator('.run details summary').first().click();
      await page.locator('.run pre').first().evaluate((element) => element.scrollTo(0, 60));
      await page.evaluate(() => scrollTo(0, 200));
      const scroll = await page.evaluate(() => scrollY);
      const names = await page.locator('.run-name').allInnerTexts();
      const rows = () => page.locator('.run:first-of-type tbody tr, .run tbody tr').count();
      const before = await rows();
      await eventually(async () => (await rows()) > before, 'a generation came', 20_000);
      hold((await from.inputValue()) === '2000', 'the zoom stays');
      hold((await page.evaluate(() => scrollY)) === scroll, 'the page does not scroll by itself');
      hold(await page.locator('.run details').first().evaluate((element) => (element as HTMLDetailsElement).open), 'what was opened stays open');
      hold((await page.locator('.run-name').allInnerTexts()).join() === names.join(), 'rows keep their places');
      hold((await page.title()) !== '1' && (await page.locator('main img').count()) === 0, 'names are text');
    },
  },
  {
    name: 'runs: the test fills its bar, and says so',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'runs');
      await page.locator('.run-row').nth(2).locator('input').check();
      const bar = page.getByRole('img', { name: /of the way to \+10 Elo/ });
      await bar.waitFor();
      const width = () => page.locator('.sprt .fill').evaluate((element) => element.getBoundingClientRect().width);
      const before = await width();
      await eventually(async () => (await width()) > before, 'the bar fills', 15_000);
    },
  },
  {
    name: 'runs: a match that a test has decided',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'runs');
      const row = page.locator('.run-row', { hasText: 'better – old' });
      await row.getByText('decided after 106 games (7 more were under way, not counted)').waitFor();
      hold(await row.locator('progress').evaluate((bar) => (bar as HTMLProgressElement).position === 1), 'the bar is full');
      await row.locator('input').check();
      const card = page.locator('.run', { has: page.locator('.sprt') });
      await card.getByText(/Probability that .better. is the stronger one: > 99\.9%\./).waitFor();
      await card.getByText('overstates the difference on average').waitFor();
    },
  },
  {
    name: 'runs: ratings of a tournament on one scale, from the anchor',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'runs');
      await page.locator('.run-row', { hasText: 'SF – anchored' }).locator('input').check();
      const card = page.locator('.run', { hasText: /SF. is fixed at 3,000 Elo/ });
      await card.getByText('2671 ± 185 Elo').waitFor();
      hold((await card.locator('.interval .figure').first().innerText()) === '3000 ± 0 Elo', 'the anchor has its rating');
      const middles = await card.locator('.interval .mark').evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().left));
      hold(middles.length === 2 && middles[0] === middles[1], 'the bands share one line');
      hold((await card.locator('.interval .ticks i').allInnerTexts()).includes('3000'), 'the axis has the rating of the anchor');
      await fits(page);
    },
  },
  {
    name: 'runs: a tuning with its options, and the validation as it goes on',
    mockOnly: true,
    async run(context, target) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await open(context, target, 'runs');
      await page.locator('.run-row', { hasText: 'Glaurung' }).locator('input').check();
      const card = page.locator('.run', { has: page.locator('.tuning') });
      await card.getByRole('img', { name: /King Safety by value; the best is 250, the engine’s own is 100/ }).waitFor();
      hold((await card.locator('.option-chart').count()) === 3, 'each option has a chart');
      hold((await card.locator('.option-chart').first().locator('.doubt').count()) === 1, 'numbers have a band');
      hold((await card.locator('.option-chart').nth(1).locator('circle:not(.best-value)').count()) === 0, 'nothing is drawn that is not known');
      const effects = card.locator('.intervals').first();
      hold((await effects.locator('li').nth(1).innerText()).includes('not told yet'), 'an unknown effect is said in words');
      hold((await effects.locator('li').nth(1).locator('.band').count()) === 0, 'an unknown effect has no band');
      hold((await card.innerText()).includes('King Safety × Null Move'), 'options that matter together are named');
      await card.locator('summary').first().click();
      hold((await card.locator('tbody tr').count()) === 10, 'every value has a row');
      hold((await card.getByRole('group', { name: english.runs.tuning.curves }).count()) === 1, 'the table has a name');
      hold((await card.locator('tbody tr').nth(5).innerText()).includes('not told yet'), 'an unknown value is said in words');
      await page.getByText(/in 200 of 1,000 games/).waitFor({ timeout: 20_000 });
      await card.getByRole('button', { name: 'Copy for fastchess' }).click();
      await eventually(async () => (await page.evaluate(() => navigator.clipboard.readText())).startsWith('"option.King Safety=250"'), 'the options are copied');
      await card.locator('.lead', { hasText: /So far, in \d+ games against the engine’s own the best values show no difference: \+9 ± 14 Elo/ }).waitFor();
      await card.getByText('had let expect +7.0 ± 6.0 Elo').waitFor();
      await card.locator('.lead', { hasText: 'the best values lost: -38 ± 20 Elo. Keep the engine’s own.' }).waitFor({ timeout: 30_000 });
      hold((await card.getByRole('button', { name: 'Copy for fastchess' }).count()) === 0, 'values that lost are not recommended');
      await page.locator('.run-row', { hasText: 'Begun' }).locator('input').check();
      await page.getByText('Its journal does not say yet what is tuned').waitFor();
      hold((await page.locator('main img').count()) === 0, 'names are text');
      await fits(page);
    },
  },
  {
    name: 'runs: a tuning by SPSA shows the path of its values',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'runs');
      await page.locator('.run-row', { hasText: 'Toga' }).locator('input').check();
      const card = page.locator('.run', { has: page.locator('.tuning') });
      await card.getByText('SPSA does not tell what the values gain').waitFor();
      await card.getByRole('img', { name: /King Safety from 100 to 131/ }).waitFor();
      hold((await card.locator('.option-chart').count()) === 2, 'each option has its path');
      await card.locator('summary').first().click();
      hold((await card.locator('tbody tr').count()) === 2, 'each option has a row');
      hold((await card.locator('tbody tr').first().innerText()).includes('131'), 'the row says where the value stands');
      const found = await findings(page);
      hold(found.length === 0, [...new Set(found)].join('\n       '));
      await fits(page);
    },
  },
  {
    name: 'runs: a tuning that the program has played',
    programOnly: true,
    async run(context, target) {
      await target.tune?.('mine', 'games = 8\nvalidation_games = 0\nnodes = 30\nadjudicate = true\n[options.Contempt]\nlevels = 3\n');
      const page = await open(context, target, 'runs');
      await page.locator('.run-row', { hasText: 'mine' }).waitFor();
      const card = page.locator('.run', { has: page.locator('.tuning') });
      await card.getByText('8 of 8 games with drawn options are counted.').waitFor();
      hold((await card.locator('.option-chart').count()) === 1, 'the option has a chart');
      const found = await findings(page);
      hold(found.length === 0, [...new Set(found)].join('\n       '));
      await fits(page);
    },
  },
  {
    name: 'runs: by keyboard alone, on a phone, in Spanish',
    mockOnly: true,
    options: { viewport: { width: 360, height: 740 }, locale: 'es-ES' },
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      await page.getByRole('heading', { name: 'Procesos' }).waitFor();
      await page.locator('.run-row').first().waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      hold(await page.evaluate(() => document.activeElement?.closest('.run-row') !== null), 'the skip link leads to the runs');
      await page.keyboard.press('Tab');
      hold(await page.evaluate(() => document.activeElement?.textContent === 'Ver detalles'), 'a button leads to the marked run');
      await page.keyboard.press('Enter');
      const place = await page.evaluate(() => {
        const heading = document.activeElement;
        return heading?.closest('.card.run') ? heading.getBoundingClientRect().top : -1;
      });
      hold(place >= 0 && place < 740, 'its card is in view');
      await page.locator('.run-row input').nth(1).focus();
      await page.keyboard.press('Space');
      hold(await page.locator('.run-row input').nth(1).isChecked(), 'Space marks a run');
      await page.keyboard.press('n');
      hold((await page.locator('dialog').count()) === 0, 'keys of the game do nothing here');
      await fits(page);
    },
  },
  {
    name: 'opponents: the list is read again when it is opened, and amounts have a mean',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'opponents');
      const card = page.locator('.person').first();
      await card.getByText('What is remembered').click();
      await card.getByText('12 of 340, in 9 games').waitFor();
      await card.getByText('9.5 on average, in 9 games').waitFor();
      hold(!(await card.innerText()).includes('3240'), 'a sum is not told as a share');
      // Somebody else, as a command in a terminal, changes the list.
      await page.evaluate(async () => {
        const { opponents } = (await (await fetch('/api/opponents')).json()) as { opponents: { id: number }[] };
        const body = JSON.stringify({ name: 'Anna Karenina' });
        await fetch(`/api/opponents/${opponents[0]?.id}/rename`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      });
      hold((await page.getByRole('heading', { name: 'Anna Karenina' }).count()) === 0, 'nothing is known of it yet');
      await page.getByRole('link', { name: 'Opponents', exact: true }).click();
      await page.getByRole('heading', { name: 'Anna Karenina' }).waitFor();
    },
  },
  {
    name: 'opponents: what could not be read is said on the card, and read when it is opened again',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'opponents');
      const card = page.locator('.person').first();
      await page.route('**/api/opponents/*', (route) => route.abort(), { times: 1 });
      const summary = card.getByText('What is remembered');
      await summary.click();
      await card.locator('.notice', { hasText: english.errors.codes.unreachable }).waitFor();
      await summary.click();
      await summary.click();
      await card.getByText('12 of 340, in 9 games').waitFor();
      hold((await card.locator('.notice').count()) === 0, 'nothing is said of the failure any more');
    },
  },
  {
    name: 'opponents: rename, merge, and forget only when sure',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target, 'opponents');
      const first = page.locator('.person').first();
      await first.getByRole('button', { name: 'Rename: Anna' }).click();
      await first.getByLabel('New name').fill('anna_k');
      await first.locator('button[type=submit]').click();
      await first.getByText('Another opponent has this name').waitFor();
      await first.getByLabel('New name').fill('Anna K.');
      await first.locator('button[type=submit]').click();
      await page.getByRole('heading', { name: 'Anna K.' }).waitFor();
      const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
      await eventually(async () => (await focused()) === 'Anna K.', 'the focus is on the card');
      await first.getByRole('button', { name: 'Merge: Anna K.' }).click();
      await first.locator('button[type=submit]').click();
      await eventually(async () => (await page.locator('.person').count()) === 2, 'two became one');
      await eventually(async () => (await focused()) === 'Anna K.', 'the focus is on the card of both');
      const opener = first.getByRole('button', { name: 'Forget: Anna K.' });
      await opener.click();
      await first.getByRole('button', { name: 'Cancel' }).click();
      await eventually(() => opener.evaluate((button) => button === document.activeElement), 'the focus is on the button that opened the form');
      await opener.click();
      const forget = first.locator('button[type=submit]');
      hold(await forget.isDisabled(), 'one click does not forget');
      await first.getByLabel(/To confirm/).fill('Anna K.');
      await forget.click();
      await eventually(async () => (await page.locator('.person').count()) === 1, 'forgotten');
      await eventually(() => page.evaluate(() => document.activeElement?.id === 'content'), 'the focus is on the list');
      hold((await page.locator('main img').count()) === 0, 'names are text');
    },
  },
  {
    name: 'me: games given, names chosen, the report read and printed',
    async run(context, target) {
      const page = await open(context, target, 'me');
      const found = await findings(page);
      await page.locator('input[type=file]').setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) });
      await page.locator('.which').waitFor();
      hold((await page.locator('main img').count()) === 0, 'names are text');
      found.push(...(await findings(page)));
      await page.getByLabel('Anna').check();
      await page.getByRole('button', { name: 'Write the report' }).click();
      await page.locator('.report').waitFor({ timeout: 60_000 });
      found.push(...(await findings(page)));
      await page.setViewportSize({ width: 360, height: 740 });
      await fits(page);
      await page.emulateMedia({ media: 'print' });
      hold(!(await page.locator('.top').isVisible()), 'the report is printed alone');
      await page.reload();
      await page.locator('.report').waitFor();
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  },
  sendsSlowly,
  manyNames('en-GB'),
  manyNames('es-ES'),
  choosesAnother('en-GB'),
  choosesAnother('es-ES'),
  {
    name: 'me: a claim is played on from its position, in Spanish on a phone',
    mockOnly: true,
    options: { viewport: { width: 360, height: 740 }, locale: 'es-ES' },
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#me`);
      await page.locator('input[type=file]').setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) });
      await page.getByLabel('Anna').check();
      await page.locator('.which button[type=submit], form button.primary').click();
      await page.locator('.report .traits li').first().waitFor();
      const text = await page.locator('.report').innerText();
      for (const english of ['piece moves back', 'moves that give check', 'all games', 'game 1'])
        hold(!text.includes(english), `"${english}" is English`);
      hold(text.includes('jugadas de pieza de vuelta') && text.includes('Más atacante que 63'), 'the report is Spanish');
      const found = await findings(page);
      await fits(page);
      await page.locator('.traits .positions button').first().click();
      await page.locator('section.play').waitFor();
      const { game } = await target.state();
      hold(game?.start_fen.startsWith('r1bqkbnr/pppp1ppp/2n5') ?? false, 'the game begins at the position');
      hold(game?.human === 'white', 'the user has their own colour');
      await page.waitForTimeout(300);
      hold((await page.locator('dialog.dialog').count()) === 0, 'nothing lies over the position');
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  },
  {
    name: 'views: links between them, and back',
    async run(context, target) {
      const page = await open(context, target, 'runs');
      await page.getByRole('link', { name: 'Opponents' }).click();
      await page.getByRole('heading', { name: 'Opponents', level: 2 }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Runs', level: 2 }).waitFor();
      await page.getByRole('link', { name: 'Play' }).click();
      await page.locator('dialog.dialog').waitFor();
    },
  },
  ...charts,
  ...report,
  axeOnBoth('light', { colorScheme: 'light' }),
  axeOnBoth('dark, in Spanish, on a phone', { colorScheme: 'dark', locale: 'es-ES', viewport: { width: 360, height: 740 } }),
];
