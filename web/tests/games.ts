/**
 * Plays scripted games in a real browser, eight contexts at a time, each with a server of its own: `npm run games -- 1000 [CONTEXTS]`.
 * With BAYESCHESS=FILE against that program. No move may be lost, though the page is loaded again in the middle of games
 * and the server is killed. SIGTERM and SIGINT end it with what it has so far.
 */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { choose, endGame, eventually, hold, makeMove, myTurn, pick, sendDialog, shownMoves, type Way } from './player';
import { mockTarget, programTarget, type Target } from './target';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PROGRAM = process.env['BAYESCHESS'];
const CONTEXTS = 8;
/** Longest game, in moves of the user; then it is resigned. Every tenth game may be longer. */
const MOST = 12;
const MOST_LONG = 40;
/** Faults after which nothing more is begun. */
const MOST_FAULTS = 20;

/** A kind of user: their window and language, and how they make moves, game by game. */
interface User {
  ways: readonly Way[];
  options: BrowserContextOptions;
}

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const USERS: readonly User[] = [
  { ways: ['typed', 'click', 'drag', 'keyboard'], options: { ...DESK, locale: 'en-GB' } },
  { ways: ['tap'], options: { ...PHONE, locale: 'en-GB' } },
  { ways: ['spanish', 'drag', 'keyboard', 'click'], options: { ...DESK, locale: 'es-ES' } },
  { ways: ['tap', 'spanish'], options: { ...PHONE, locale: 'es-ES' } },
];

interface Tally {
  begun: number;
  games: number;
  moves: number;
  reloads: number;
  kills: number;
  faults: string[];
}

const begin = Date.now();
let isStopped = false;

function account(tally: Tally, wanted: number): string {
  const seconds = Math.round((Date.now() - begin) / 1000);
  const { games, moves, reloads, kills, faults } = tally;
  return `${games} of ${wanted} games, ${moves} moves made, ${reloads} reloads, ${kills} kills, ${faults.length} faults, ${seconds} s`;
}

/** An error as a line; what a locator waited for stands in the lines after its first. */
function inOneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split(/\s*\n\s*/).slice(0, 4).join(' ');
}

/** What a user would see of the fault: message, typed text, where the keyboard is. */
async function scene(page: Page): Promise<string> {
  return page
    .evaluate(() => {
      const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
      const field = document.querySelector<HTMLInputElement>('#move-field')?.value ?? '';
      const focused = document.activeElement;
      return `message '${text('.game .message')}', field '${field}', connection '${text('.connection.shown')}', keyboard on ${focused?.tagName} ${focused?.id || focused?.className}`;
    })
    .catch(() => 'the page does not answer');
}

async function beginGame(page: Page, target: Target, number: number): Promise<void> {
  const before = (await target.state()).game?.id;
  // Where there is no game yet, the dialog opens by itself.
  if (before !== undefined && (await page.locator('dialog.dialog').count()) === 0) await page.locator('.top nav button').first().click();
  await page.locator('dialog.dialog #level').waitFor();
  await page.locator('.seat input[type=checkbox]').check();
  await page.locator('#level').fill(String(number % 8));
  await choose(page, 'color', number % 2 === 0 ? 'white' : 'black');
  await sendDialog(page);
  await eventually(async () => (await target.state()).game?.id !== before, 'the game has begun');
}

/** Waits until the page shows as many moves as the server has. */
async function shows(page: Page, moves: number): Promise<void> {
  await eventually(async () => (await shownMoves(page)) === moves, `the page shows ${moves} moves`, 30_000);
}

/** Now and then loads the page again, or kills the server and starts it again. */
async function disturb(page: Page, target: Target, number: number, count: number, ply: number, tally: Tally): Promise<void> {
  if ((number + count) % 7 === 3) {
    await page.reload();
    tally.reloads += 1;
  } else if (number % 5 === 2 && count === 4) {
    await target.kill();
    await target.revive();
    tally.kills += 1;
    await page.locator('.connection.shown').waitFor({ state: 'detached', timeout: 30_000 });
  } else return;
  await shows(page, ply);
}

async function playGame(page: Page, target: Target, number: number, way: Way, tally: Tally): Promise<void> {
  await beginGame(page, target, number);
  const made: string[] = [];
  const most = number % 10 === 9 ? MOST_LONG : MOST;
  for (let count = 0; count < most && !isStopped; count += 1) {
    const { game } = await myTurn(target, 60_000);
    if (!game || game.result) break;
    const ply = game.moves.length;
    await shows(page, ply);
    await disturb(page, target, number, count, ply, tally);
    if (way === 'keyboard') await page.locator('.squares button[tabindex="0"]').focus();
    const move = pick(await target.state());
    await makeMove(page, way, move);
    await eventually(async () => (await target.state()).game?.moves[ply]?.uci === move.uci, `${way} ${move.san} arrived as move ${ply + 1}`, 30_000);
    made.push(move.uci);
    tally.moves += 1;
  }
  const { game } = await myTurn(target, 60_000);
  hold(game, 'there is a game');
  const arrived = game.moves.filter((move) => move.by === 'human').map((move) => move.uci);
  hold(arrived.join() === made.join(), `moves made ${made.join()}, moves arrived ${arrived.join()}`);
  await shows(page, game.moves.length);
  await endGame(page, target);
}

/** One context with its server, which plays games until there are enough. */
async function playMany(browser: Browser, place: number, wanted: number, tally: Tally): Promise<void> {
  const user = USERS[place % USERS.length];
  hold(user, 'there is a user');
  const target = PROGRAM ? await programTarget(PROGRAM) : await mockTarget('dist', place + 1);
  const context = await browser.newContext(user.options);
  const page = await context.newPage();
  const failed = (fault: string): void => {
    tally.faults.push(fault);
    console.log(`FAILED ${fault}`);
  };
  page.on('pageerror', (error) => failed(`error in the page: ${error.message}`));
  await page.goto(target.url);
  const every = Math.max(1, Math.min(50, Math.round(wanted / 10)));
  for (let own = 0; tally.begun < wanted && tally.faults.length < MOST_FAULTS && !isStopped; own += 1) {
    const number = tally.begun;
    tally.begun += 1;
    const way = user.ways[own % user.ways.length] ?? 'typed';
    try {
      await playGame(page, target, number, way, tally);
      tally.games += 1;
      if (tally.games % every === 0) console.log(account(tally, wanted));
    } catch (error) {
      if (isStopped) break;
      failed(`game ${number}, ${way}, ${user.options.locale}: ${inOneLine(error)}; ${await scene(page)}`);
      await page.goto(target.url);
    }
  }
  await context.close();
  await target.stop();
}

const [wanted = 20, contexts = CONTEXTS] = process.argv.slice(2).filter((word) => word !== '--').map(Number);
const tally: Tally = { begun: 0, games: 0, moves: 0, reloads: 0, kills: 0, faults: [] };
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (isStopped = true));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], handleSIGTERM: false, handleSIGINT: false });
try {
  await Promise.all(Array.from({ length: Math.min(contexts, wanted) }, (_, place) => playMany(browser, place, wanted, tally)));
} finally {
  await browser.close();
}
console.log(`${isStopped ? 'stopped: ' : ''}${account(tally, wanted)}`);
process.exitCode = tally.faults.length === 0 && (isStopped || tally.games === wanted) ? 0 : 1;
