/**
 * Measures the page against the program in Chromium: `BAYESCHESS=FILE npm run figures [-- --json]`. Each figure has a limit,
 * and the exit code is 1 if one is missed. Linux only, for it reads `/proc`.
 */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { begin, eventually, hold, myTurn, openStreams, playOut, shownMoves } from './player';
import { programTarget, type ProgramTarget } from './target';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PROGRAM = process.env['BAYESCHESS'];
/** Starts of the program, each in a folder of its own. */
const STARTS = 5;
const PAINTS = 9;
const ANSWERS = 40;
const TABS = 10;
const STREAMS = 200;
/** Commands that the server must refuse. */
const BAD_COMMANDS = 2_000;
/** Games of the file that is dropped: so many played by the program, each under other names until there are enough. */
const [GAMES_PLAYED, GAMES_DROPPED] = [500, 300_000];
/** Every so many games, one of a player `Anna`. */
const GAMES_OF_ANNA = 100;

interface Figure {
  what: string;
  measured: number;
  limit: number;
  unit: string;
  /** What else there is to know, such as the slowest. */
  note: string;
}

const figures: Figure[] = [];

function note(what: string, measured: number, limit: number, unit: string, text = ''): void {
  figures.push({ what, measured, limit, unit, note: text });
  console.error(`${what}: ${measured} ${unit}${text && ` (${text})`}`);
}

function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

const median = (values: number[]): number => quantile(values, 0.5);
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Resident memory of a process, in MiB. */
function memory(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  hold(found, 'the memory of the server is known');
  return Number(found[1]) / 1024;
}

/** Connections of the server that are open, by the table of the kernel. */
function connections(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  return rows.map((row) => row.trim().split(/\s+/)).filter((row) => row[1]?.endsWith(local) && row[3] === '01').length;
}

/** Milliseconds from the key that makes the move to the frame after which the answer stands in the list; undefined at the end of a game. */
async function answerTime(page: Page, san: string): Promise<number | undefined> {
  await page.locator('#move-field').fill(san);
  await page.evaluate((wanted) => {
    const scope = globalThis as unknown as { answered: Promise<number | undefined> };
    scope.answered = new Promise((done) => {
      let pressed = 0;
      addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true, capture: true });
      const watcher = new MutationObserver(() => {
        const isOver = document.querySelector('.status.over') !== null;
        if (!isOver && document.querySelectorAll('.moves li button').length < wanted) return;
        watcher.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(isOver ? undefined : performance.now() - pressed)));
      });
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  }, (await shownMoves(page)) + 2);
  await page.keyboard.press('Enter');
  return page.evaluate(() => (globalThis as unknown as { answered: Promise<number | undefined> }).answered);
}

/** Plays a move that does not end the game and measures the answer. */
async function answered(page: Page, target: ProgramTarget): Promise<number | undefined> {
  const { game } = await myTurn(target);
  if (!game || game.result) return undefined;
  await eventually(async () => (await shownMoves(page)) === game.moves.length, 'the page shows every move');
  const quiet = game.legal.filter((move) => !move.san.endsWith('#'));
  const move = quiet[(game.moves.length * 7) % Math.max(1, quiet.length)];
  return move && answerTime(page, move.san);
}

/** From the command to the engine's first move, by a user who loses no time. */
async function starts(browser: Browser, program: string): Promise<void> {
  const seconds: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const from = performance.now();
    const target = await programTarget(program);
    const context = await browser.newContext({ locale: 'en-GB' });
    try {
      const page = await begin(context, target, { openings: 'initial' });
      await answered(page, target);
      seconds.push((performance.now() - from) / 1000);
    } finally {
      await context.close();
      await target.stop();
    }
  }
  note('command to first answer on the board', round(median(seconds), 2), 10, 's', `median of ${STARTS}, slowest ${round(quantile(seconds, 1), 2)}`);
}

async function paints(browser: Browser, target: ProgramTarget): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count < PAINTS; count += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(target.url);
    const paint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    times.push(await eventually(paint, 'the page was painted'));
    await context.close();
  }
  note('first paint', round(median(times), 0), 500, 'ms', `median of ${PAINTS}, slowest ${round(quantile(times, 1), 0)}`);
}

/** What the page loads, each file compressed by itself, and whether anything is asked of another machine. */
async function sizes(browser: Browser, target: ProgramTarget): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const origin = new URL(target.url).origin;
  const foreign: string[] = [];
  const files: Promise<number>[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) foreign.push(request.url());
  });
  context.on('response', (response) => {
    if (response.url().startsWith(`${origin}/api/`)) return;
    files.push(response.body().then((body) => gzipSync(body, { level: 9 }).length, () => 0));
  });
  const page = await context.newPage();
  await page.goto(target.url);
  await page.locator('dialog.dialog #level').waitFor();
  await page.keyboard.press('Escape');
  for (const button of await page.locator('.top nav button').all()) {
    await button.click();
    await page.locator('dialog.dialog').waitFor();
    await page.keyboard.press('Escape');
  }
  for (const view of ['me', 'opponents', 'runs']) {
    await page.locator(`.views a[href="#${view}"]`).click();
    await page.locator('#content').waitFor();
  }
  const bytes = (await Promise.all(files)).reduce((sum, size) => sum + size, 0);
  note('page, compressed by gzip', round(bytes / 1000, 1), 300, 'kB', `${files.length} files`);
  note('requests that leave the machine', foreign.length, 0, '', foreign[0] ?? '');
  await context.close();
}

async function answers(context: BrowserContext, target: ProgramTarget): Promise<Page> {
  const times: number[] = [];
  let page = await begin(context, target, { openings: 'initial' });
  hold((await target.state()).settings.level.elo === 1500, 'the level is 1500');
  while (times.length < ANSWERS) {
    const time = await answered(page, target);
    if (time !== undefined) {
      times.push(time);
      continue;
    }
    await page.close();
    page = await begin(context, target, { openings: 'initial' });
  }
  const rest = `of ${ANSWERS}, slowest ${round(quantile(times, 1), 0)}`;
  note('answer at level 1500, median', round(median(times), 0), 150, 'ms', rest);
  note('answer at level 1500, 95th percentile', round(quantile(times, 0.95), 0), 150, 'ms', rest);
  return page;
}

/** Idle connections are closed by the server after 20 s; streams are not. */
async function tabs(context: BrowserContext, target: ProgramTarget, page: Page): Promise<void> {
  const streams = openStreams(context);
  await page.close();
  const pages: Page[] = [];
  for (let count = 0; count < TABS; count += 1) {
    const tab = await context.newPage();
    await tab.goto(target.url);
    pages.push(tab);
  }
  const state = await myTurn(target);
  for (const tab of pages) {
    await eventually(async () => (await shownMoves(tab)) === (state.game?.moves.length ?? 0), 'every tab shows the game');
  }
  const port = Number(new URL(target.url).port);
  await eventually(() => connections(port) <= 1, 'idle connections are closed', 40_000).catch(() => undefined);
  note(`event streams of ${TABS} tabs`, streams(), 1, '', `${connections(port)} connections of the server`);
  for (const tab of pages) await tab.close();
}

/** Many streams at once, and commands that are refused. */
async function load(target: ProgramTarget): Promise<void> {
  const { origin, search } = new URL(target.url);
  const opened = Array.from({ length: STREAMS }, () => {
    let heard = 0;
    const request = get(`${origin}/api/events${search}`, { agent: false }, (answer) => {
      answer.on('data', (chunk: Buffer) => (heard += chunk.length));
      answer.on('error', () => undefined);
    });
    request.on('error', () => undefined);
    return { request, heard: () => heard };
  });
  await eventually(() => opened.every((stream) => stream.heard() > 0), `${STREAMS} streams told the state`, 60_000);
  for (let done = 0; done < BAD_COMMANDS; done += 20) {
    const bad = Array.from({ length: 20 }, async (_, place) => {
      const body = ['{"game":', '{"game":1,"ply":-1}', '[]', `"${'x'.repeat(5_000)}"`][place % 4] ?? '';
      const headers = { 'content-type': 'application/json', origin };
      const answer = await fetch(`${origin}/api/game/move${search}`, { method: 'POST', headers, body });
      hold(answer.status >= 400, 'a command without sense is refused');
      await answer.arrayBuffer();
    });
    await Promise.all(bad);
  }
  for (const { request } of opened) request.destroy();
}

/** A PGN file of many games, none of them twice. */
async function manyGames(program: string, target: ProgramTarget): Promise<string> {
  const run = (...words: string[]): Buffer => execFileSync(resolve(program), words, { cwd: target.folder, stdio: ['ignore', 'ignore', 'inherit'] });
  run('selfplay', '--db', 'played.db', '--games', String(GAMES_PLAYED), '--white', 'random', '--black', 'random', '--nodes', '100', '--adjudicate', 'off', '--seed', '1');
  run('db', 'export', 'played.db', '--pgn', 'played.pgn');
  const played = readFileSync(join(target.folder, 'played.pgn'), 'utf8').split(/\n\n(?=\[Event )/);
  hold(played.length === GAMES_PLAYED, 'every game was written');
  const file = join(target.folder, 'many.pgn');
  const out = createWriteStream(file);
  for (let index = 0; index < GAMES_DROPPED; index += 1) {
    const round = Math.floor(index / GAMES_PLAYED);
    const white = index % GAMES_OF_ANNA === round % GAMES_OF_ANNA ? 'Anna' : `White ${round}`;
    const game = (played[index % GAMES_PLAYED] ?? '').trim();
    const named = game.replace(/^\[White .*$/m, `[White "${white}"]`).replace(/^\[Black .*$/m, `[Black "Black ${round}"]`);
    if (!out.write(`${named}\n\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return file;
}

/** A large file is given under Me: how long the report takes, and how long the page stands still meanwhile. */
async function drop(context: BrowserContext, program: string, target: ProgramTarget): Promise<void> {
  const file = await manyGames(program, target);
  const page = await context.newPage();
  await page.goto(`${target.url}#me`);
  await page.locator('input[type=file]').waitFor();
  await page.evaluate(() => {
    const scope = globalThis as unknown as { gaps: number[] };
    scope.gaps = [];
    let last = performance.now();
    const frame = (): void => {
      const now = performance.now();
      scope.gaps.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const from = performance.now();
  await page.locator('input[type=file]').setInputFiles(file);
  const anna = page.locator('.which').getByLabel('Anna');
  await anna.waitFor({ timeout: 60_000 });
  const read = performance.now() - from;
  await anna.click();
  const chosen = performance.now();
  await page.locator('.which ~ .controls button.primary').click();
  await page.locator('#report-title').waitFor({ timeout: 60_000 });
  const all = read + performance.now() - chosen;
  const gaps = await page.evaluate(() => (globalThis as unknown as { gaps: number[] }).gaps);
  note(`${GAMES_DROPPED} games dropped: names and report`, round(all / 1000, 1), 15, 's', `${round(statSync(file).size / 1e6, 0)} MB; names after ${round(read / 1000, 1)} s`);
  note('longest time without a frame meanwhile', round(quantile(gaps, 1), 0), 200, 'ms', `median of ${gaps.length}: ${round(median(gaps), 0)}`);
  await page.close();
}

async function measure(program: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    await starts(browser, program);
    const target = await programTarget(program);
    try {
      await paints(browser, target);
      await sizes(browser, target);
      const context = await browser.newContext({ locale: 'en-GB' });
      const page = await begin(context, target);
      await playOut(page, target, ['typed'], 2);
      const before = memory(target.pid());
      await page.close();
      await tabs(context, target, await answers(context, target));
      await load(target);
      const after = memory(target.pid());
      note('memory that the server has more afterwards', round(after - before, 1), 32, 'MiB', `${round(before, 0)} before, ${round(after, 0)} after ${STREAMS} streams and ${BAD_COMMANDS} refused commands`);
      await drop(context, program, target);
      await context.close();
    } finally {
      await target.stop();
    }
  } finally {
    await browser.close();
  }
}

function machine(): string {
  const text = readFileSync('/proc/cpuinfo', 'utf8');
  const name = /^model name\s*: (.+)$/m.exec(text)?.[1] ?? 'unknown processor';
  return `${name}, ${[...text.matchAll(/^processor\s*:/gm)].length} cores`;
}

if (!PROGRAM) {
  console.error('Name the program: BAYESCHESS=../target/release/bayeschess npm run figures');
  process.exitCode = 2;
} else {
  await measure(PROGRAM);
  const missed = figures.filter((figure) => figure.measured > figure.limit);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ machine: machine(), figures }, null, 2));
  else {
    console.log(`\n${machine()}`);
    for (const { what, measured, limit, unit, note } of figures) {
      console.log(`${measured > limit ? 'MISSED' : 'ok    '} ${what.padEnd(44)} ${`${measured} ${unit}`.padStart(10)}, at most ${limit} ${unit}${note && ` (${note})`}`);
    }
  }
  process.exitCode = missed.length === 0 ? 0 : 1;
}
