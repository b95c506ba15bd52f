import type { Page } from 'playwright-core';
import { COMMAND_WORDS } from '../../src/chess/command-words';
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { findings } from '../axe';
import { begin, eventually, hear, heard, hold, makeMove, myTurn, playOut } from '../player';
import type { Scenario } from '../scenario';

async function said(page: Page): Promise<string> {
  return (await page.locator('[data-live]').allInnerTexts()).join(' ').trim();
}

async function asks(page: Page, command: string, expected: RegExp): Promise<void> {
  await page.locator('#move-field').fill(command);
  await page.keyboard.press('Enter');
  await eventually(async () => expected.test(await said(page)), `"${command}" says ${expected}; said: ${await said(page)}`, 3_000);
}

function axeOn(name: string, colorScheme: 'light' | 'dark', locale: string): Scenario {
  return {
    name: `axe-core has no finding: ${name}`,
    options: { colorScheme, locale },
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, [locale.startsWith('es') ? 'spanish' : 'typed'], 4);
      await myTurn(target);
      const found = await findings(page);
      for (const button of await page.locator('.top nav button').all()) {
        await button.click();
        await page.locator('dialog.dialog').waitFor();
        const name = await button.innerText();
        found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
        await page.keyboard.press('Escape');
        await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      }
      hold(found.length === 0, found.join('\n       '));
    },
  };
}

/** What can be used has a name in the tree that the browser gives to screen readers. */
async function hasNames(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const used = nodes.filter((node) => !node.ignored && /^(button|link|textbox|slider|switch|checkbox|radio)$/.test(String(node.role?.value)));
  hold(used.length > 80, `only ${used.length} things can be used`);
  const nameless = used.filter((node) => String(node.name?.value ?? '').trim() === '');
  hold(nameless.length === 0, `${nameless.length} have no name: ${nameless.map((node) => node.role?.value).join(' ')}`);
}

/** Waits until something was read out since the last time that this was asked. */
async function hears(page: Page, expected: RegExp): Promise<void> {
  let all = '';
  const isHeard = async (): Promise<boolean> => expected.test((all += ` ${await heard(page)}`));
  await eventually(isHeard, `${expected} is read out`, 60_000).catch((error: unknown) => {
    throw new Error(`${String(error)}; heard: ${all}`);
  });
}

/** A game and its review with nothing but roles and names. */
const byNamesAlone: Scenario = {
  name: 'a game and its review by roles and names alone, as a screen reader has them',
  async run(context, target) {
    const page = await context.newPage();
    await page.goto(target.url);
    const dialog = page.getByRole('dialog', { name: 'New game' });
    await dialog.getByRole('checkbox', { name: 'Play as a guest' }).press('Space');
    await dialog.getByRole('radio', { name: 'White' }).press('Space');
    await dialog.getByRole('radio', { name: 'From the first move' }).press('Space');
    await dialog.getByRole('button', { name: 'Start' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await hear(page);
    await hasNames(page);
    const board = page.getByRole('table', { name: 'Board' });
    for (let count = 0; count < 4; count += 1) {
      const state = await myTurn(target);
      const [game, legal] = [state.game, state.game?.legal ?? []];
      const move = legal.find(({ uci }) => uci === 'e2e4') ?? legal[0];
      if (!game || game.result || !move) break;
      await board.getByRole('button', { name: new RegExp(`^${move.uci.slice(0, 2)}, white`) }).press('Enter');
      await board.getByRole('button', { name: new RegExp(`^${move.uci.slice(2, 4)}.*can go here`) }).press('Enter');
      const ply = game.moves.length;
      await eventually(async () => ((await myTurn(target)).game?.moves.length ?? 0) > ply + 1, `${move.san} is answered`);
    }
    await hears(page, /White: e4[^]*Black: [^]*Black: /);
    await page.getByRole('button', { name: 'Hint' }).press('Enter');
    await hears(page, /I would look at/);
    await myTurn(target);
    await page.getByRole('button', { name: 'Resign' }).press('Enter');
    await page.getByRole('button', { name: 'Really resign?' }).press('Enter');
    await hears(page, /BayesChess wins by resignation[^]*The review is ready/);
    const review = (await target.state()).game?.review;
    hold(review, 'there is a review');
    await page.getByRole('button', { name: 'First position' }).press('Enter');
    await hears(page, /First position\. Winning chances of White \d+ %/);
    await asks(page, 'm e2', /e2, white pawn: .*e4/);
    await asks(page, 'p P', /white pawn: .*e2/);
    await asks(page, 's 4', /4: empty/);
    await heard(page);
    const forward = page.getByRole('button', { name: 'One move forward' });
    for (const move of review.moves.slice(0, 3)) {
      await forward.press('Enter');
      const judged = move.quality === 'sound' ? '' : ` ${english.review.qualities[move.quality]}: .*Better was`;
      await hears(page, new RegExp(`: .*\\. Winning chances of White ${Math.round(100 * move.white)} %\\.${judged}`));
    }
    await asks(page, 'first', /First position/);
    await asks(page, 'next', /1\. White: e4/);
    await asks(page, 'l', /1\. White: e4/);
    await asks(page, 'e', /Winning chances of White/);
    await board.getByRole('button', { name: /^e4, white pawn/ }).press('l');
    await hears(page, /1\. White: e4/);
    await hasNames(page);
  },
};

/** `abort` ends a game that has not begun, and no other. */
function aborts(color: 'white' | 'black'): Scenario {
  return {
    name: `a game is aborted before both sides have moved, and not later (${color})`,
    async run(context, target) {
      const page = await begin(context, target, { color });
      const dialog = page.getByRole('dialog', { name: 'New game' });
      const type = async (text: string): Promise<void> => {
        await page.locator('#move-field').fill(text);
        await page.keyboard.press('Enter');
      };
      const began = (await target.state()).game?.moves.length ?? 0;
      hold(began === (color === 'white' ? 0 : 1), 'only the engine has moved');
      await eventually(async () => (await page.locator('.moves li button').count()) === began, 'the page shows it');
      await type('abort');
      await dialog.waitFor();
      hold((await dialog.innerText()).includes(english.say.aborted), 'it says so');
      hold((await target.state()).game?.moves.length === 0, 'nothing is left of the game');
      await dialog.getByRole('button', { name: 'Start' }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await myTurn(target);
      await playOut(page, target, ['typed'], 1);
      await myTurn(target);
      await asks(page, 'abort', /resigned, but not aborted/);
      hold(((await target.state()).game?.moves.length ?? 0) >= 2, 'the game goes on');
    },
  };
}

/** How the entries of each visible legend look beside their colours: shape, line and border. */
async function legendLooks(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.legend')].map((legend) =>
      [...legend.children].flatMap((entry) => {
        const key = entry.querySelector('svg.key, i.key');
        if (entry.matches('.plain') && !key) return [];
        const style = key ? getComputedStyle(key) : getComputedStyle(entry, '::before');
        const point = key?.querySelector('.point');
        return [[point?.tagName ?? '', (point?.getAttribute('d') ?? '').replace(/[\d.,-]+/g, ''), style.borderTopStyle].join(' ')];
      }),
    ),
  );
}

/** What the drawn things of one chart look like beside their colours. */
async function drawnLooks(page: Page, groups: string, part: string, property: 'd' | 'stroke-dasharray'): Promise<(string | null)[]> {
  return page.evaluate(
    ([group, inner, name]) =>
      [...document.querySelectorAll(group ?? '')].map((one) => {
        const drawn = inner ? one.querySelector(inner) : one;
        if (name !== 'd') return drawn && getComputedStyle(drawn).getPropertyValue('stroke-dasharray');
        return drawn && `${drawn.tagName} ${(drawn.getAttribute('d') ?? '').replace(/[\d.,-]+/g, '')}`;
      }),
    [groups, part, property] as const,
  );
}

const differ = (looks: readonly (string | null)[]): boolean => looks.length > 1 && new Set(looks).size === looks.length;

/** Nothing is told by colour alone: in legends and in charts, what belongs together differs in shape or line, too. */
const notByColourAlone: Scenario = {
  name: 'no legend and no chart tells things apart by colour alone',
  mockOnly: true,
  async run(context, target) {
    const page = await begin(context, target);
    await playOut(page, target, ['typed'], 4);
    await page.locator('.mind .legend').waitFor();
    hold(differ(await drawnLooks(page, '.see .history path', '', 'stroke-dasharray')), 'the bands of both axes differ in line');
    const legends = await legendLooks(page);
    await page.locator('.views a[href="#runs"]').click();
    await page.locator('.run-row').nth(1).locator('input').check();
    await eventually(async () => (await page.locator('.drawable .mean').count()) === 2, 'two curves are in one chart');
    await page.locator('.forecasts > summary').first().click();
    await page.locator('.learned > summary').first().click();
    await page.locator('.learned .chart').first().waitFor();
    hold(differ(await drawnLooks(page, '.reliability g[class^=tone]', '.point', 'd')), 'forecasts differ in shape');
    const curves = page.locator('.drawable').first().locator('g[class^=tone]');
    hold((await curves.count()) === 2, 'each run has a curve');
    await page.locator('.drawable').first().evaluate((chart) => chart.setAttribute('data-first', ''));
    for (const [part, property] of [['.mean', 'stroke-dasharray'], ['.point', 'd']] as const) {
      hold(differ(await drawnLooks(page, '[data-first] g[class^=tone]', part, property)), `curves of runs differ: ${part}`);
    }
    legends.push(...(await legendLooks(page)));
    const told = legends.filter((looks) => looks.length > 1);
    hold(told.length >= 3, `only ${told.length} legends were seen`);
    for (const looks of told) hold(differ(looks), `a legend tells by colour alone: ${looks.join(' | ')}`);
  },
};

/** The help names every command, each in the language of the page. */
function allInHelp(language: 'en' | 'es'): Scenario {
  const texts = language === 'en' ? english : spanish;
  return {
    name: `the help of the move field names every command, and each does something (${language})`,
    options: { locale: language === 'en' ? 'en-GB' : 'es-ES' },
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      const field = page.locator('#move-field');
      const type = async (text: string): Promise<void> => {
        await field.fill(text);
        await page.keyboard.press('Enter');
      };
      const close = (): Promise<true> =>
        eventually(async () => {
          if ((await page.locator('dialog').count()) === 0) return true;
          await page.keyboard.press('Escape');
          return false;
        }, 'no dialog is open');
      await type('?');
      await page.locator('dialog table').first().waitFor();
      const keys = await page.locator('dialog table').first().locator('kbd').allInnerTexts();
      await close();
      const named = keys.flatMap((key) => key.split(/, /));
      const known = Object.values(COMMAND_WORDS).flatMap((words) => words[language] as readonly string[]);
      const missing = known.filter((word) => !named.includes(word));
      hold(missing.length === 0, `the help does not name ${missing.join(', ')}`);
      hold(new Set(named).size === named.length, 'nothing is named twice');
      const unknown = texts.field.unknown('').slice(-20);
      for (const word of known) {
        await type(word);
        hold(!(await page.locator('.game .message').innerText()).endsWith(unknown), `${word} is a command`);
        await close();
      }
    },
  };
}

/** Keys of one character can be switched off (WCAG 2.1.4); all other keys go on. */
function keysOff(language: 'en' | 'es'): Scenario {
  const texts = language === 'en' ? english : spanish;
  return {
    name: `keys of one character can be switched off (${language})`,
    options: { locale: language === 'en' ? 'en-GB' : 'es-ES' },
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, [language === 'en' ? 'typed' : 'spanish'], 1);
      const moves = (await myTurn(target)).game?.moves.length ?? 0;
      await eventually(async () => (await page.locator('.moves li button').count()) === moves, 'the page shows the moves');
      const turned = async (): Promise<boolean> => (await page.locator('.squares button').first().getAttribute('data-square')) !== 'a8';
      const set = async (on: boolean): Promise<void> => {
        await page.getByRole('button', { name: texts.nav.settings }).click();
        await page.getByLabel(texts.settings.characterKeys).setChecked(on);
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
        await page.locator('.top nav button').first().focus();
      };
      const press = async (): Promise<void> => {
        for (const key of ['f', '/', 'n', '?']) await page.keyboard.press(key);
      };
      await set(false);
      await press();
      await page.waitForTimeout(200);
      hold(!(await turned()) && (await page.locator('dialog').count()) === 0, 'no key does anything');
      hold(await page.evaluate(() => document.activeElement?.id !== 'move-field'), 'the move field is not reached');
      await page.keyboard.press('Home');
      await eventually(async () => (await page.locator('.moves [aria-current]').count()) === 0, 'other keys work');
      await page.reload();
      await page.locator('.squares').waitFor();
      await page.keyboard.press('f');
      await page.waitForTimeout(200);
      hold(!(await turned()), 'this browser keeps the setting');
      await set(true);
      await page.keyboard.press('f');
      await eventually(turned, 'the key works again');
      await page.keyboard.press('n');
      await page.locator('dialog').waitFor();
    },
  };
}

export const accessible: Scenario[] = [
  keysOff('en'),
  keysOff('es'),
  allInHelp('en'),
  allInHelp('es'),
  notByColourAlone,
  byNamesAlone,
  aborts('white'),
  aborts('black'),
  axeOn('light', 'light', 'en-GB'),
  axeOn('dark, in Spanish', 'dark', 'es-ES'),
  {
    name: "the commands of lichess' blind mode",
    options: { permissions: ['clipboard-read', 'clipboard-write'] },
    async run(context, target) {
      const page = await begin(context, target);
      await page.getByRole('button', { name: 'Load or copy' }).click();
      await page.locator('dialog textarea').fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await eventually(async () => (await target.state()).game?.moves.length === 6, 'the game is loaded');
      await asks(page, 'p N', /white knight: b1, f3/);
      await asks(page, 'p n', /black knight: c6, g8/);
      await asks(page, 'p A', /white king: e1.*white pawn/);
      await asks(page, 's e', /e1 white king, e4 white pawn, e5 black pawn, e7|e1 white king, e4 white pawn, e5 black pawn, e8/);
      await asks(page, 's 5', /b5 white bishop, e5 black pawn/);
      await asks(page, 'm b5', /b5, white bishop: .*a6/);
      await asks(page, 'm e1', /e1, white king: (?!.*h1).*g1/);
      await asks(page, 'c', /No clock/);
      await asks(page, 'l', /Black: a6/);
      await asks(page, 'o', /BayesChess, level \d+ ± \d+ \(lichess rapid\), UCI_Elo 1500/);
      await asks(page, 'e', /evaluation|Evaluation|Level|mates/);
      await asks(page, 'Qh5', /not a legal move/);
      await asks(page, 'xyzzy', /neither a move nor a command/);
      await asks(page, 'Bxc6', /White: bishop takes c6/);
    },
  },
  {
    name: 'the board is a table of named buttons that a screen reader can use',
    async run(context, target) {
      const page = await begin(context, target);
      const table = page.getByRole('table', { name: 'Board' });
      hold((await table.getByRole('button').count()) === 64, 'sixty-four buttons');
      hold((await table.getByRole('row').count()) === 8, 'eight rows');
      const state = await myTurn(target);
      const move = state.game?.legal[0];
      hold(move, 'there is a move');
      await table.getByRole('button', { name: new RegExp(`^${move.uci.slice(0, 2)}, white`) }).press('Enter');
      await table.getByRole('button', { name: new RegExp(`^${move.uci.slice(2, 4)}.*can go here`) }).press('Enter');
      await eventually(
        async () => (await target.state()).game?.moves.some((played) => played.uci === move.uci),
        'the move was made',
      );
      await eventually(async () => /Black: /.test(await said(page)), 'the answer is read out');
    },
  },
  {
    name: 'dialogs: the focus goes back, and marking a text loses nothing',
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      const opener = page.getByRole('button', { name: english.nav.load });
      const isBack = (): Promise<boolean> => opener.evaluate((button) => button === document.activeElement);
      const dialog = page.locator('dialog.dialog');
      const text = dialog.locator('textarea');
      for (const way of ['cross', 'Escape', 'beside']) {
        await opener.click();
        await text.fill('8/P6k/8/8/8/8/8/K7 w - - 0 1');
        const box = await text.boundingBox();
        hold(box, 'the field is on the page');
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(3, 3, { steps: 4 });
        await page.mouse.up();
        await page.waitForTimeout(200);
        hold((await text.inputValue()).startsWith('8/P6k'), 'what was written is there');
        if (way === 'cross') await dialog.locator('.cross').click();
        else if (way === 'Escape') await page.keyboard.press('Escape');
        else await page.mouse.click(3, 3);
        await dialog.waitFor({ state: 'detached' });
        await eventually(isBack, `the focus is on the button that opened the dialog (${way})`);
      }
      await opener.click();
      await text.fill('8/P6k/8/8/8/8/8/K7 w - - 0 1');
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'detached' });
      await page.locator('[data-square="a7"][aria-label*=pawn]').waitFor();
      await page.locator('[data-square="a7"]').press('Enter');
      await page.locator('[data-square="a8"]').press('Enter');
      await page.locator('.promotion').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.promotion').waitFor({ state: 'detached' });
      await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-square') === 'a8'), 'the focus is on the board');
    },
  },
  {
    name: 'keys on the board: pieces, ranks, moves, lines',
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      await page.getByRole('button', { name: 'Load or copy' }).click();
      await page.locator('dialog textarea').fill('4k3/8/8/8/8/2n5/8/R3K2R w KQ - 0 1');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await page.locator('[data-square="c3"][aria-label*=knight]').waitFor();
      await page.locator('.squares button[tabindex="0"]').focus();
      const at = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
      await page.keyboard.press('n');
      hold((await at()) === 'c3', `n goes to the knight, not to ${await at()}`);
      await page.keyboard.press('1');
      hold((await at()) === 'c1', '1 goes to the first rank');
      await page.keyboard.press('r');
      await page.keyboard.press('m');
      await eventually(async () => /h1, white rook: .*g1/.test(await said(page)), 'm reads the moves');
      await page.keyboard.press('x');
      await eventually(async () => /h1: e1 white king/.test(await said(page)), `x reads the lines: ${await said(page)}`);
      await page.keyboard.press('Shift+K');
      hold((await at()) === 'e1', `the capital letter goes back to the king, not to ${await at()}`);
      await page.keyboard.press('Enter');
      await eventually(async () => /e1, white king\. \d+ moves?/.test(await said(page)), 'the king is picked up');
      const count = Number(/e1, white king\. (\d+)/.exec(await said(page))?.[1]);
      await page.keyboard.press('Enter');
      await page.keyboard.press('m');
      await eventually(async () => /e1, white king: /.test(await said(page)), 'm reads its moves');
      const read = /e1, white king: ((?:[a-h][1-8](?:, )?)+)/.exec(await said(page))?.[1]?.split(', ') ?? [];
      hold(count === read.length, `${count} moves are counted, ${read.length} are read: ${read.join(' ')}`);
      await page.keyboard.press('i');
      hold(await page.evaluate(() => document.activeElement?.id === 'move-field'), 'i goes to the move field');
      await makeMove(page, 'typed', { uci: 'e1g1', san: 'O-O' });
      await eventually(async () => (await target.state()).game?.moves[0]?.uci === 'e1g1', 'castled');
    },
  },
];
