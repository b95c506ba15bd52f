import type { Page } from 'playwright-core';
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import type { State } from '../../src/net/contract';
import { begin, boardNames, choose, endGame, eventually, heard, hold, makeMove, myTurn, pick, playOut, sendDialog, shownMoves } from '../player';
import type { Scenario } from '../scenario';

/** Longest game of a scenario, in moves of the user; random games may last. */
const MOST = 40;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A game that is not legal is pasted, and the page says why it is refused. */
function refusesPasted(locale: string, button: string, words: string): Scenario {
  return {
    name: `a pasted game that is not legal is refused in words (${locale})`,
    options: { locale },
    programOnly: true,
    async run(context, target) {
      const page = await begin(context, target);
      await page.getByRole('button', { name: button }).click();
      await page.locator('dialog textarea').fill('1. e4 e5 2. Nf6 *');
      await page.locator('dialog button[type=submit]').click();
      await eventually(async () => (await page.locator('dialog .message').innerText()) === words, `it says: ${words}`);
    },
  };
}

/** Drops a file onto the page, as a file manager does. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ''], file ?? '', { type: 'application/x-chess-pgn' }));
      return transfer;
    },
    [name, text],
  );
  for (const kind of ['dragover', 'drop']) await page.dispatchEvent('body', kind, { dataTransfer: data });
}

/** A game with one comment of that many letters. */
const commented = (letters: number): string => `[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 {${'word '.repeat(letters / 5)}} 2. Nf3 Nc6 3. Bb5 a6 *\n`;

/** A game is dropped onto the page; what is too large is refused by a sentence that is true. */
function drops(locale: 'en-GB' | 'es-ES'): Scenario {
  const { tooLong } = (locale === 'en-GB' ? english : spanish).load;
  return {
    name: `a game of up to 1 MB is dropped onto the page, a larger file is refused (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target);
      const moves = async (): Promise<number | undefined> => (await target.state()).game?.moves.length;
      await dropFile(page, 'small.pgn', '1. e4 e5 2. Nf3 *');
      await eventually(async () => (await shownMoves(page)) >= 3 && (await moves()), 'the small game is on the board');
      await dropFile(page, 'large.pgn', commented(900_000));
      await eventually(async () => (await moves()) === 6 && (await shownMoves(page)) === 6, 'the game of 900 kB is on the board');
      await dropFile(page, 'too-large.pgn', commented(1_100_000));
      await eventually(async () => (await page.locator('.game .message').innerText()) === tooLong, 'the larger one is refused');
      await eventually(async () => (await heard(page)).includes(tooLong), 'the refusal is read out');
      hold((await moves()) === 6, 'the game stays');
      // Each line break is two bytes in the command.
      await dropFile(page, 'lines.pgn', commented(990_000).replaceAll('word ', 'word\n'));
      await eventually(async () => (await heard(page)).includes(tooLong), 'so is one that is too large for a command');
      await page.locator('.top nav button').nth(1).click();
      const choose = async (text: string): Promise<void> =>
        page.locator('dialog input[type=file]').setInputFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) });
      const shown = (): Promise<string> => page.locator('dialog textarea').inputValue();
      await choose(commented(1_100_000));
      await eventually(async () => (await page.locator('dialog .message').innerText()) === tooLong, 'a file that is chosen may be too large, too');
      hold((await shown()) === '', 'it is not read');
      await choose(commented(250_000));
      await eventually(async () => (await shown()) === commented(250_000), 'the game of a file is shown before it is opened');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
    },
  };
}

/** Dispatches the drop of a text, or of a file; true if the browser is kept from doing something else with it. */
async function drop(page: Page, onto: string, types: Record<string, string>): Promise<boolean> {
  return page.locator(onto).evaluate((element, data) => {
    const transfer = new DataTransfer();
    for (const [type, text] of Object.entries(data)) {
      if (type === 'Files') transfer.items.add(new File([text], 'game.pgn'));
      else transfer.setData(type, text);
    }
    const send = (kind: string): boolean =>
      !element.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    return [send('dragover'), send('drop')].every((isPrevented) => isPrevented);
  }, types);
}

/** A drop that nobody takes does nothing: no file replaces the page, and no word that was meant for a field leaves the game. */
const dropsNothing: Scenario = {
  name: 'what is dropped where nobody takes it does nothing',
  async run(context, target) {
    const page = await begin(context, target);
    await playOut(page, target, ['typed'], 1);
    const id = (await myTurn(target)).game?.id;
    hold(await drop(page, '.board', { 'text/uri-list': 'http://127.0.0.1/', 'text/plain': 'http://127.0.0.1/' }), 'a link leads nowhere');
    await page.locator('.top nav button').nth(1).click();
    hold(!(await drop(page, 'dialog textarea', { 'text/plain': '1. e4' })), 'words go to the field');
    hold(!(await drop(page, '#move-field', { 'text/plain': 'e4' })), 'so they do at the board');
    await page.waitForTimeout(300);
    hold((await page.locator('dialog.leave').count()) === 0, 'nobody asks whether the game is left');
    await page.keyboard.press('Escape');
    for (const view of ['opponents', 'runs']) {
      await page.locator(`.views a[href="#${view}"]`).click();
      await page.locator(`main.${view}`).waitFor();
      hold(await drop(page, 'body', { Files: '1. d4 *' }), `a file does not replace ${view}`);
      hold((await page.locator('.drop').count()) === 0, 'and is not asked for');
    }
    hold((await target.state()).game?.id === id, 'the game is still there');
  },
};

/** Without TLS on another machine the browser bars the clipboard, and the older way must do. */
const copiesWithoutTls: Scenario = {
  name: 'a position is copied from the dialog where the browser bars the newer clipboard',
  options: { permissions: ['clipboard-read', 'clipboard-write'] },
  async run(context, target) {
    const page = await begin(context, target);
    await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('barred')) }));
    await page.locator('.top nav button').nth(1).click();
    const button = page.getByRole('button', { name: english.load.copyFen });
    await button.click();
    await eventually(async () => (await page.locator('dialog .message').innerText()) === english.load.copied, 'it is copied');
    const fen = await page.locator('dialog input[readonly]').inputValue();
    hold((await page.evaluate(() => navigator.clipboard.readText())) === fen, 'the clipboard has the position');
    hold(await button.evaluate((element) => element === document.activeElement), 'the focus stays');
  },
};

/** Files are read in the encodings that the program reads; one of several sources may hold two. */
const otherEncodings: Scenario = {
  name: 'a game is opened from a file in UTF-8, in UTF-16 and in Windows-1252',
  async run(context, target) {
    const page = await begin(context, target);
    await page.locator('.top nav button').nth(1).click();
    const pgn = '[White "José Peña"]\n[Black "Müller – Ö"]\n\n1. e4 e5 *\n';
    const utf16 = Buffer.from(`\ufeff${pgn}`, 'utf16le');
    // The dash is 0x96 in Windows-1252, and no letter of Latin-1.
    const latin = Buffer.from(pgn.replace('–', '\x96'), 'latin1');
    const mixed = Buffer.concat([Buffer.from(pgn.slice(0, pgn.indexOf('[Black'))), latin.subarray(pgn.indexOf('[Black'))]);
    const files = { 'UTF-8': Buffer.from(`\ufeff${pgn}`), 'UTF-16': utf16, 'UTF-16, the other way': Buffer.from(utf16).swap16(), 'Windows-1252': latin, both: mixed };
    for (const [name, buffer] of Object.entries(files)) {
      await page.locator('dialog textarea').fill('');
      await page.locator('dialog input[type=file]').setInputFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer });
      await eventually(async () => (await page.locator('dialog textarea').inputValue()) === pgn, `the file is read: ${name}`);
    }
  },
};

/** A finished game is pasted and dropped by one of its players: they have their side, and the winner is a colour. */
function ownGame(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  const pgn = '[White "Ben"]\n[Black "anna  Lee"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n';
  return {
    name: `a pasted game gives the user the side with their name, and was won by a colour (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target, {}, 'Anna Lee');
      const told = `${texts.result.colorWon.black} ${texts.result.reasons['checkmate'] ?? ''}.`;
      const isTold = async (): Promise<boolean> => (await target.state()).game?.human === 'black' && (await page.locator('.status').innerText()) === told;
      await page.locator('.top nav button').nth(1).click();
      await page.locator('dialog textarea').fill(pgn);
      const side = page.locator('dialog input[name=load-color]:checked');
      hold((await side.getAttribute('value')) === 'black', 'the side with the name is chosen');
      await page.locator('dialog textarea').fill(pgn.replace('anna  Lee', 'Another'));
      hold((await side.getAttribute('value')) === 'random', 'no side is chosen in a game of others');
      await page.locator('dialog textarea').fill(pgn);
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await eventually(isTold, `it is told: ${told}`);
      await dropFile(page, 'other.pgn', '1. e4 *');
      await eventually(async () => (await target.state()).game?.human === 'black' && !(await isTold()), 'another game is there');
      await dropFile(page, 'own.pgn', pgn);
      await eventually(isTold, `it is told of the dropped game: ${told}`);
    },
  };
}

/** A game that was resigned elsewhere is pasted: it is over, reviewed, copied with its result, and gone on with. */
function resignedGame(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `a pasted game that was resigned is over, and is reviewed (${locale})`,
    options: { locale, permissions: ['clipboard-read', 'clipboard-write'] },
    async run(context, target) {
      const page = await begin(context, target, {}, 'Anna');
      const told = `${texts.result.colorWon.black}.`;
      await page.locator('.top nav button').nth(1).click();
      await page.locator('dialog textarea').fill('[White "Anna"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1\n');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await eventually(async () => (await page.locator('.status').innerText()) === told, `it is told: ${told}`);
      await eventually(async () => (await heard(page)).includes(told), 'it is read out');
      await eventually(async () => (await target.state()).game?.review?.done === 6, 'the game is reviewed');
      await page.locator('.review h3').first().waitFor();
      hold((await page.locator('.game .kept').count()) === 0, 'it is not stored');
      await page.getByRole('button', { name: texts.result.copy }).click();
      await eventually(async () => /a6 0-1\s*$/.test(await page.evaluate(() => navigator.clipboard.readText())), 'it is copied with its result');
      await page.getByRole('button', { name: texts.actions.takeBack }).click();
      await eventually(async () => (await target.state()).game?.result === null, 'it goes on from an earlier move');
    },
  };
}

/** Of a text with several games the first is opened, and the page says so. */
function firstOfGames(locale: 'en-GB' | 'es-ES'): Scenario {
  const sentence = (locale === 'en-GB' ? english : spanish).notices.first_of_games(3);
  return {
    name: `of several pasted games the first is opened, and that is said (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target);
      const games = ['1. e4 e5 2. Nf3 1-0', '1. d4 d5 0-1', '1. c4 *'].map((moves) => `[Event "Club"]\n\n${moves}\n`);
      await dropFile(page, 'three.pgn', games.join('\n'));
      await eventually(async () => (await shownMoves(page)) === 3, 'the first is on the board');
      await eventually(async () => (await page.locator('.game .kept').innerText()) === sentence, `it says: ${sentence}`);
      await eventually(async () => (await heard(page)).includes(sentence), 'it is read out');
    },
  };
}

/** The level is told on the scale of people first, in the dialog and at the board. */
function humanScale(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `the level is that of people, and UCI_Elo its small print (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(target.url);
      const slider = page.locator('#level');
      await slider.fill('8');
      const shown = page.locator('.slider-place output');
      const level = /^(\d+) ± (\d+)$/.exec(await shown.locator('strong').innerText());
      hold(level, 'the rating of people comes first');
      hold((await shown.innerText()).includes(texts.newGame.human), 'its scale is named');
      const elo = /^UCI_Elo (\d+) ± \d+$/.exec(await shown.locator('small').innerText())?.[1];
      hold(elo, 'UCI_Elo is the small print');
      hold(elo !== level[1], 'the two scales differ');
      hold((await slider.getAttribute('aria-valuetext'))?.startsWith(level[0]), 'the slider says the rating of people');
      await page.locator('.seat input[type=checkbox]').check();
      await page.locator('dialog button[type=submit]').click();
      await eventually(async () => (await target.state()).settings.level.elo === Number(elo), 'the level is that of the small print');
      const strip = page.locator('.player').first();
      const name = texts.players.level(level[1] ?? '', level[2] ?? '');
      await eventually(async () => (await strip.innerText()).includes(name), `over the board stands ${name}`);
      await page.setViewportSize({ width: 1280, height: 900 });
      hold((await strip.locator('small').innerText()) === `UCI_Elo ${elo}`, 'with its small print');
      await page.setViewportSize({ width: 360, height: 740 });
      await eventually(() => page.evaluate(() => document.documentElement.scrollWidth <= 360), 'the page fits a phone');
    },
  };
}

/** "Play again" begins at once; the dialog of a new game is one click away. */
function playsAgain(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `after a game another one begins at once, with the same settings and the other colour (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(target.url);
      await page.locator('#level').fill('8');
      await page.locator('dialog fieldset .check input').first().check();
      await choose(page, 'clock', 'rapid');
      await choose(page, 'opening', 'initial');
      await choose(page, 'color', 'white');
      await page.locator('.seat input[type=checkbox]').check();
      await sendDialog(page);
      /** Plays a move, loses, and plays again; the state of the next game. */
      const again = async (): Promise<State> => {
        const before = (await myTurn(target)).game;
        const first = before?.legal[0];
        hold(first, 'there is a move');
        await eventually(async () => (await shownMoves(page)) === before?.moves.length, 'the page shows the game');
        await makeMove(page, 'typed', first);
        await eventually(async () => ((await target.state()).game?.moves.length ?? 0) > (before?.moves.length ?? 0) + 1, 'the engine has moved');
        await endGame(page, target);
        await page.getByRole('button', { name: texts.result.again, exact: true }).click();
        await eventually(async () => (await target.state()).game?.id !== before?.id, 'another game has begun');
        hold((await page.locator('dialog.dialog').count()) === 0, 'no dialog is open');
        return myTurn(target);
      };
      const { settings } = await target.state();
      const elo = settings.level.elo ?? 0;
      const second = await again();
      hold(second.game?.human === 'black', 'the user has the other colour');
      hold(second.game.level.elo === elo - 60, 'the level is the next one of "match me"');
      const same = ({ time, openings, match_me }: State['settings']): string => JSON.stringify({ time, openings, match_me });
      hold(same(second.settings) === same(settings), 'clock and opening are the same');
      await eventually(
        () => page.evaluate(() => document.activeElement?.id === 'move-field'),
        'the keyboard is on the move field',
      );
      hold((await again()).game?.human === 'white', 'and then the first one again');
      // A colour that is drawn stays so. The dialog is still there.
      await page.locator('.top nav button').first().click();
      await page.locator('dialog.dialog').waitFor();
      await choose(page, 'color', 'random');
      await sendDialog(page);
      hold((await again()).settings.color === 'random', 'the colour is drawn again');
    },
  };
}

export const play: Scenario[] = [
  playsAgain('en-GB'),
  playsAgain('es-ES'),
  humanScale('en-GB'),
  humanScale('es-ES'),
  ownGame('en-GB'),
  ownGame('es-ES'),
  resignedGame('en-GB'),
  resignedGame('es-ES'),
  firstOfGames('en-GB'),
  firstOfGames('es-ES'),
  drops('en-GB'),
  drops('es-ES'),
  otherEncodings,
  copiesWithoutTls,
  dropsNothing,
  {
    name: 'a game by mouse, dragging and clicking, to its end',
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, ['drag', 'click'], MOST);
      await endGame(page, target);
      hold((await target.state()).game?.result, 'the game is over');
    },
  },
  {
    name: 'a game by typed moves',
    async run(context, target) {
      const page = await begin(context, target, { color: 'black' });
      await playOut(page, target, ['typed'], MOST);
    },
  },
  {
    name: 'a game in Spanish, moves typed with Spanish letters',
    options: { locale: 'es-ES' },
    async run(context, target) {
      const page = await begin(context, target);
      hold((await page.locator('html').getAttribute('lang')) === 'es', 'the page is Spanish');
      await page.getByRole('button', { name: 'Retirar jugada', exact: true }).waitFor();
      await playOut(page, target, ['spanish'], 15);
      const text = await page.locator('body').innerText();
      for (const english of ['New game', 'Take back', 'How I see you', 'Your move']) {
        hold(!text.includes(english), `"${english}" is not translated`);
      }
    },
  },
  {
    name: 'a game on a phone, 360 px wide, by touch',
    options: PHONE,
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, ['tap'], 15);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      hold(width <= 360, `the page is ${width} px wide`);
    },
  },
  {
    name: 'take back, look back, play on from there',
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, ['click'], 4);
      const before = (await myTurn(target)).game?.moves.length ?? 0;
      await page.getByRole('button', { name: 'Take back' }).click();
      await eventually(async () => ((await target.state()).game?.moves.length ?? 0) < before, 'a move was taken back');
      await myTurn(target);
      await page.locator('.moves li button').nth(1).click();
      hold((await page.locator('.moves [aria-current]').innerText()) !== '', 'the move is marked');
      await page.getByRole('button', { name: 'Play on from here' }).click();
      await eventually(async () => (await target.state()).game?.moves.length === 2, 'the game goes on after two moves');
      await playOut(page, target, ['click'], 2);
    },
  },
  {
    name: 'a premove is played when it is legal',
    mockOnly: true,
    async run(context, target) {
      const page = await begin(context, target);
      await makeMove(page, 'click', { uci: 'e2e4', san: 'e4' });
      await makeMove(page, 'click', { uci: 'a2a3', san: 'a3' });
      await eventually(async () => (await target.state()).game?.moves[2]?.uci === 'a2a3', 'a3 was played at once');
    },
  },
  {
    name: 'a premove by mouse, keyboard and typed, with the piece that a pawn becomes',
    mockOnly: true,
    async run(context, target) {
      const page = await begin(context, target);
      const first = async (): Promise<string | undefined> => (await target.state()).game?.moves[1]?.uci;
      const open = async (fen: string, shown: string): Promise<void> => {
        await page.getByRole('button', { name: 'Load or copy' }).click();
        await page.locator('dialog textarea').fill(fen);
        await choose(page, 'load-color', 'white');
        target.slow?.(3_000);
        await sendDialog(page);
        await eventually(async () => (await boardNames(page)).includes(shown), 'the position is shown');
        await heard(page);
      };
      const pawn = ['4k3/P7/8/8/8/8/8/4K3 b - - 0 1', 'a7, white pawn'] as const;
      for (const [way, letter] of [['click', 'b'], ['keyboard', 'n'], ['typed', 'r']] as const) {
        await open(...pawn);
        if (way === 'keyboard') await page.locator('.squares button[tabindex="0"]').focus();
        await makeMove(page, way, { uci: `a7a8${letter}`, san: `a8=${letter.toUpperCase()}` });
        const role = english.role[letter === 'b' ? 'bishop' : letter === 'n' ? 'knight' : 'rook'];
        const premove = new RegExp(`Premove a7 a8, promotes to ${role}`);
        await eventually(async () => premove.test(await page.locator('.game .message').innerText()), `${way}: the premove is shown`);
        await eventually(async () => premove.test(await heard(page)), `${way}: the premove is read out`);
        await eventually(async () => (await page.locator('cg-board .current-premove').count()) === 2, `${way}: it is marked on the board`);
        hold((await target.state()).game?.moves.length === 0, `${way}: it waits`);
        await eventually(async () => (await first()) === `a7a8${letter}`, `${way}: the pawn becomes a ${role}`);
        hold(!(await heard(page)).includes(english.field.premoveTaken), `${way}: it is played, not taken back`);
      }
      await open('4k3/8/8/8/7P/8/8/K7 b - - 0 1', 'h4, white pawn');
      await makeMove(page, 'typed', { uci: 'h4g5', san: 'h4g5' });
      await eventually(async () => /Premove h4 g5/.test(await heard(page)), 'a capture may be hoped for');
      await eventually(async () => /h4 g5 is not legal now/.test(await heard(page)), 'what is not legal is told');
      await open('4k3/8/8/8/7P/8/8/K7 b - - 0 1', 'h4, white pawn');
      await makeMove(page, 'typed', { uci: 'h4h5', san: 'h5' });
      await page.locator('.squares button[tabindex="0"]').press('Escape');
      await eventually(async () => /The premove is taken back/.test(await heard(page)), 'Escape takes it back');
      await eventually(async () => (await target.state()).game?.moves.length === 1, 'the engine moves');
      await page.waitForTimeout(200);
      hold((await target.state()).game?.moves.length === 1, 'nothing is played');
    },
  },
  {
    name: 'a promotion asks, and by keyboard too',
    async run(context, target) {
      const page = await begin(context, target);
      for (const way of ['click', 'keyboard'] as const) {
        await page.getByRole('button', { name: 'Load or copy' }).click();
        await page.locator('dialog textarea').fill('7k/P7/8/8/8/8/8/K7 w - - 0 1');
        await sendDialog(page);
        await eventually(async () => (await boardNames(page)).includes('a7, white pawn'), 'the position is shown');
        if (way === 'keyboard') await page.locator('.squares button[tabindex="0"]').focus();
        await makeMove(page, way, { uci: 'a7a8r', san: 'a8=R+' });
        await eventually(async () => (await target.state()).game?.moves[0]?.uci === 'a7a8r', 'a rook was chosen');
      }
    },
  },
  {
    name: 'a game pasted, the position and the game copied',
    options: { permissions: ['clipboard-read', 'clipboard-write'] },
    async run(context, target) {
      const page = await begin(context, target);
      await page.getByRole('button', { name: 'Load or copy' }).click();
      await page.locator('dialog textarea').fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6');
      await page.locator('dialog button[type=submit]').click();
      await eventually(async () => (await shownMoves(page)) === 6, 'six moves are shown');
      await page.locator('#move-field').fill('fen');
      await page.keyboard.press('Enter');
      const fen = await eventually(async () => {
        const text = await page.evaluate(() => navigator.clipboard.readText());
        return text.startsWith('r1bqkbnr/') && text;
      }, 'the position is in the clipboard');
      hold(fen.includes(' w '), 'White is to move');
      await page.locator('#move-field').fill('pgn');
      await page.keyboard.press('Enter');
      await eventually(
        async () => (await page.evaluate(() => navigator.clipboard.readText())).includes('Bb5'),
        'the game is in the clipboard',
      );
      await page.getByRole('button', { name: 'Load or copy' }).click();
      await page.locator('dialog textarea').fill('this is not chess');
      await page.locator('dialog button[type=submit]').click();
      const says = async (words: string): Promise<boolean> => (await page.locator('dialog .message').innerText()).includes(words);
      await eventually(() => says('neither a position (FEN) nor a game (PGN)'), 'it is refused in words');
    },
  },
  refusesPasted('en-GB', 'Load or copy', 'Line 1 cannot be read: an illegal or ambiguous move (2. Nf6).'),
  refusesPasted('es-ES', 'Abrir o copiar', 'No se puede leer la línea 1: una jugada ilegal o ambigua (2. Nf6).'),
  {
    name: 'every reason for a refusal has a sentence in both languages',
    programOnly: true,
    async run(context, target) {
      // The address gives the cookie that the interface asks for.
      await context.request.get(target.url);
      const answer = await context.request.get(new URL('/api/openapi.json', target.url).href);
      const description = (await answer.json()) as { components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } } };
      const codes = [...description.components.schemas.Problem.properties.code.enum, 'unreachable'].sort();
      for (const { errors } of [english, spanish]) {
        const known = Object.keys(errors.codes).sort();
        hold(known.join() === codes.join(), `the reasons of the server: ${codes.join(' ')}; of the page: ${known.join(' ')}`);
      }
    },
  },
  {
    name: 'hint, draw offer and resignation',
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, ['click'], 1);
      await myTurn(target);
      await page.getByRole('button', { name: 'Hint' }).click();
      await eventually(async () => (await target.state()).game?.hint ?? undefined, 'there is a hint', 30_000);
      await myTurn(target);
      await page.getByRole('button', { name: 'Offer a draw' }).click();
      await eventually(async () => (await target.state()).game?.draw_answer ?? undefined, 'the draw is answered');
      await endGame(page, target);
      hold((await page.locator('.status').innerText()).includes('by resignation'), 'the end is told');
    },
  },
  {
    name: 'what the engine answers is on the board soon after the move',
    async run(context, target) {
      const page = await begin(context, target);
      const state = await myTurn(target);
      const begun = Date.now();
      await makeMove(page, 'typed', pick(state));
      await eventually(async () => (await shownMoves(page)) >= (state.game?.moves.length ?? 0) + 2, 'the answer is shown');
      hold(Date.now() - begun < 5_000, 'the answer took less than five seconds');
    },
  },
];
