/**
 * Plays scripted games in a real browser, eight contexts at a time, each with a server of its own: `npm run games -- 1000`.
 * With BAYESCHESS=FILE against that program. No move may be lost, though the page is loaded again in the middle of games.
 */
import { chromium, type Browser, type Page } from 'playwright-core';
import { eventually, hold, makeMove, myTurn, pick, shownMoves, type Way } from './player';
import { mockTarget, programTarget, type Target } from './target';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PROGRAM = process.env['BAYESCHESS'];
const CONTEXTS = 8;
/** Longest game, in moves of the user; then it is resigned. */
const MOST = 12;
const WAYS: readonly Way[] = ['typed', 'click', 'drag', 'keyboard'];

interface Tally {
  begun: number;
  games: number;
  moves: number;
  reloads: number;
  faults: string[];
}

async function beginGame(page: Page, target: Target, number: number): Promise<void> {
  const before = (await target.state()).game?.id;
  if ((await page.locator('dialog.dialog').count()) === 0) await page.locator('.top nav button').first().click();
  await page.locator('dialog.dialog #level').waitFor();
  const guest = page.locator('.seat input[type=checkbox]');
  if ((await guest.count()) > 0) await guest.check();
  await page.locator('#level').fill(String(number % 8));
  await page.locator(`input[name=color][value=${number % 2 === 0 ? 'white' : 'black'}]`).check({ force: true });
  await page.locator('dialog button[type=submit]').click();
  await eventually(async () => (await target.state()).game?.id !== before, 'the game has begun');
  await page.locator('dialog.dialog').waitFor({ state: 'detached' });
}

/** Waits until the page shows as many moves as the server has. */
async function shows(page: Page, moves: number): Promise<void> {
  await eventually(async () => (await shownMoves(page)) === moves, `the page shows ${moves} moves`, 30_000);
}

async function playGame(page: Page, target: Target, number: number, tally: Tally): Promise<void> {
  await beginGame(page, target, number);
  const made: string[] = [];
  const way = WAYS[number % WAYS.length] ?? 'typed';
  for (let count = 0; count < MOST; count += 1) {
    const { game } = await myTurn(target, 60_000);
    if (!game || game.result) break;
    const ply = game.moves.length;
    await shows(page, ply);
    if ((number + count) % 7 === 3) {
      await page.reload();
      tally.reloads += 1;
      await shows(page, ply);
    }
    if (way === 'keyboard') await page.locator('.squares button[tabindex="0"]').focus();
    const move = pick(await target.state());
    await makeMove(page, way, move);
    await eventually(async () => (await target.state()).game?.moves[ply]?.uci === move.uci, `${way} ${move.san} arrived`, 30_000);
    made.push(move.uci);
  }
  const { game } = await myTurn(target, 60_000);
  hold(game, 'there is a game');
  const arrived = game.moves.filter((move) => move.by === 'human').map((move) => move.uci);
  hold(arrived.join() === made.join(), `moves made ${made.join()}, moves arrived ${arrived.join()}`);
  await shows(page, game.moves.length);
  if (!game.result) {
    await page.locator('.controls button', { hasText: 'Resign' }).first().click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await eventually(async () => (await target.state()).game?.result ?? undefined, 'the game is over', 30_000);
  }
  tally.moves += made.length;
  tally.games += 1;
}

async function playAll(browser: Browser, wanted: number, tally: Tally): Promise<void> {
  const target = PROGRAM ? await programTarget(PROGRAM) : await mockTarget('dist');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.on('pageerror', (error) => tally.faults.push(`error in the page: ${error.message}`));
  await page.goto(target.url);
  while (tally.begun < wanted && tally.faults.length === 0) {
    const number = tally.begun;
    tally.begun += 1;
    try {
      await playGame(page, target, number, tally);
    } catch (error) {
      tally.faults.push(`game ${number}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (tally.games % 50 === 0) console.log(`${tally.games} of ${wanted} games`);
  }
  await context.close();
  await target.stop();
}

const wanted = Number(process.argv.slice(2).find((word) => word !== '--') ?? '20');
const tally: Tally = { begun: 0, games: 0, moves: 0, reloads: 0, faults: [] };
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
const begin = Date.now();
try {
  await Promise.all(Array.from({ length: Math.min(CONTEXTS, wanted) }, () => playAll(browser, wanted, tally)));
} finally {
  await browser.close();
}
const seconds = Math.round((Date.now() - begin) / 1000);
console.log(`${tally.games} of ${wanted} games, ${tally.moves} moves made, ${tally.reloads} reloads, ${seconds} s`);
for (const fault of tally.faults) console.log(`FAILED ${fault}`);
process.exitCode = tally.faults.length === 0 && tally.games === wanted ? 0 : 1;
