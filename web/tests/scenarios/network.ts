import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { findings } from '../axe';
import { LOCKED } from '../mock';
import { begin, endGame, eventually, heard, hold, makeMove, myTurn, openStreams, pick, playOut, shownMoves } from '../player';
import type { Scenario } from '../scenario';

/** What the server tells beside the game is shown and read out: where a game is stored, and what fails. */
function notices(locale: 'en-GB' | 'es-ES'): Scenario {
  const words = (locale === 'en-GB' ? english : spanish).notices;
  return {
    name: `a game that cannot be stored is told of (${locale})`,
    mockOnly: true,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target, {}, LOCKED);
      const notice = page.locator('.game .notice');
      await eventually(async () => (await notice.innerText()).startsWith(words.not_recalled), 'the lost memory is shown');
      await eventually(async () => (await heard(page)).includes(words.not_recalled), 'the lost memory is read out');
      await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], 1);
      await endGame(page, target);
      await eventually(async () => (await notice.innerText()).startsWith(words.not_stored), 'the fault is shown');
      hold((await notice.innerText()).includes('page.db is read-only'), 'its cause is shown');
      await eventually(async () => (await heard(page)).includes(words.not_stored), 'the fault is read out');
    },
  };
}

/** Where the page cannot be drawn, it says so, and the game is there when it is loaded again. */
function cannotBeDrawn(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `a page that cannot be drawn says what to do (${locale})`,
    expects: /TypeError/,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], 1);
      // An answer of another version of the program, without the works of others.
      await page.route('**/api/about', (route) => route.fulfill({ json: { version: '0.1' } }));
      await page.getByRole('button', { name: texts.nav.about }).click();
      const alert = page.getByRole('alert');
      await alert.getByText(texts.errors.crash).waitFor();
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      await alert.getByRole('button', { name: texts.errors.reload }).click();
      const moves = (await myTurn(target)).game?.moves.length ?? 0;
      hold(moves > 0, 'the game goes on');
      await eventually(async () => (await shownMoves(page)) === moves, 'the page shows it');
      hold((await alert.count()) === 0, 'and has no error');
    },
  };
}

/** After a game of a named player the page says where it is kept, in its own language and nothing else. */
function tellsWhere(locale: 'en-GB' | 'es-ES'): Scenario {
  const sentence = (locale === 'en-GB' ? english : spanish).notices.stored('page.db');
  return {
    name: `a finished game of a named player: the page says where it is kept (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target, {}, 'Anna');
      await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], 1);
      await endGame(page, target);
      const kept = page.locator('.game .kept');
      await eventually(async () => (await kept.innerText()) === sentence, `it says: ${sentence}`);
      hold((await kept.locator('[lang]').count()) === 0, 'nothing of it is in another language');
      await eventually(async () => (await heard(page)).includes(sentence), 'it is read out');
    },
  };
}

export const network: Scenario[] = [
  cannotBeDrawn('en-GB'),
  cannotBeDrawn('es-ES'),
  notices('en-GB'),
  notices('es-ES'),
  tellsWhere('en-GB'),
  tellsWhere('es-ES'),
  {
    name: 'the page loaded again after every move loses nothing',
    async run(context, target) {
      const page = await begin(context, target);
      for (let count = 0; count < 8; count += 1) {
        const state = await myTurn(target);
        const ply = state.game?.moves.length ?? 0;
        if (state.game?.result) break;
        await eventually(async () => (await shownMoves(page)) === ply, `move ${ply} is shown after loading`);
        const move = pick(state);
        await makeMove(page, count % 2 === 0 ? 'typed' : 'click', move);
        // As soon as the page shows the move, without waiting for the server.
        await eventually(async () => (await shownMoves(page)) > ply, `${move.san} is shown`);
        await page.reload();
        await eventually(async () => (await target.state()).game?.moves[ply]?.uci === move.uci, `${move.san} arrived`);
        await page.locator('.status:not(:empty)').waitFor();
      }
    },
  },
  {
    name: 'the server killed and started again: the game goes on by itself',
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, ['click'], 3);
      const moves = (await myTurn(target)).game?.moves.length ?? 0;
      // The server may know the engine's move before the page shows it.
      await eventually(async () => (await shownMoves(page)) === moves, 'the page shows every move');
      await target.kill();
      await page.locator('.connection.shown').waitFor();
      hold((await page.locator('.connection').innerText()).includes('safe'), 'the line is calm');
      await target.revive();
      await page.locator('.connection.shown').waitFor({ state: 'detached', timeout: 15_000 });
      await eventually(async () => (await shownMoves(page)) === moves, 'the game is the same');
      await playOut(page, target, ['click', 'typed'], 2);
    },
  },
  {
    name: 'a move made while the server is away is sent when it is back',
    async run(context, target) {
      const page = await begin(context, target);
      const state = await myTurn(target);
      const ply = state.game?.moves.length ?? 0;
      await target.kill();
      const move = pick(state);
      await makeMove(page, 'typed', move);
      await page.locator('.connection.shown').waitFor();
      await target.revive();
      await eventually(async () => (await target.state()).game?.moves[ply]?.uci === move.uci, 'the move arrived', 15_000);
    },
  },
  {
    name: 'a request that fails alone does not make the page say that the program is away',
    expects: /Failed to load resource/,
    async run(context, target) {
      const page = await begin(context, target);
      const state = await myTurn(target);
      const ply = state.game?.moves.length ?? 0;
      const move = pick(state);
      await page.route('**/api/game/move', (route) => route.abort(), { times: 1 });
      await makeMove(page, 'typed', move);
      await eventually(async () => (await target.state()).game?.moves[ply]?.uci === move.uci, `${move.san} arrived after all`);
      // The line appears when a break lasts for 600 ms.
      await page.waitForTimeout(1_000);
      hold((await page.locator('.connection.shown').count()) === 0, 'the connection is there');
      await playOut(page, target, ['typed'], 1);
    },
  },
  {
    name: 'ten tabs show one game and share one event stream',
    async run(context, target) {
      const streams = openStreams(context);
      const page = await begin(context, target);
      const tabs = [page];
      for (let count = 1; count < 10; count += 1) {
        const tab = await context.newPage();
        await tab.goto(target.url);
        tabs.push(tab);
      }
      await playOut(page, target, ['typed'], 2);
      const moves = (await myTurn(target)).game?.moves.length ?? 0;
      for (const tab of tabs) await eventually(async () => (await shownMoves(tab)) === moves, 'every tab shows the game');
      hold(streams() === 1, `${streams()} event streams are open`);
      // The tab that holds the stream is closed: another takes over.
      await page.close();
      const second = tabs[1];
      hold(second, 'there is a second tab');
      await playOut(second, target, ['typed'], 2);
      const more = (await myTurn(target)).game?.moves.length ?? 0;
      for (const tab of tabs.slice(1)) await eventually(async () => (await shownMoves(tab)) === more, 'all tabs follow');
      hold(streams() === 1, `${streams()} event streams are open`);
    },
  },
];
