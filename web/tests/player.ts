import type { BrowserContext, Page, Request } from 'playwright-core';
import type { NewGame, State } from '../src/net/contract';
import type { Target } from './target';

/** Fails the scenario with a sentence. */
export function hold(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}

/** Waits until `found` gives a value; the sentence says what was waited for. */
export async function eventually<T>(
  found: () => Promise<T | undefined | false> | T | undefined | false,
  sentence: string,
  within = 10_000,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const value = await found();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`not within ${within} ms: ${sentence}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** Notes from now on everything that the live regions say. */
export async function hear(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    for (const region of document.querySelectorAll('[data-live]')) {
      new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, { childList: true, characterData: true, subtree: true });
    }
  });
}

/** Everything that was read out since the last time that this was asked. */
export async function heard(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0).join(' '));
}

/** Takes one of several choices, as the user does: by its words. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  const input = page.locator(`input[name=${name}][value=${value}]`);
  await page.locator('.choice label').filter({ has: input }).click();
  await eventually(() => input.isChecked(), `${value} is chosen`);
}

/** Sends the dialog and waits until it is gone; a running game is left for the new one. */
export async function sendDialog(page: Page): Promise<void> {
  await page.locator('dialog.dialog button[type=submit]').click();
  const leave = page.locator('dialog.leave .danger');
  await eventually(async () => {
    if ((await leave.count()) > 0) await leave.click({ timeout: 1_000 }).catch(() => undefined);
    return (await page.locator('dialog.dialog').count()) === 0;
  }, 'the dialog is done', 30_000);
}

/** Opens the page and starts a game by its dialog, which opens by itself unless there is a game already; as a guest or under a name. */
export async function begin(context: BrowserContext, target: Target, game: Partial<NewGame> = {}, name?: string): Promise<Page> {
  const isThere = (await target.state()).game !== null;
  const page = await context.newPage();
  await page.goto(target.url);
  if (isThere) await page.locator('.top nav button').first().click();
  await page.locator('dialog.dialog').waitFor();
  await hear(page);
  if (name === undefined) await page.locator('.seat input[type=checkbox]').check();
  else await page.locator('.seat input[type=text]').fill(name);
  const color = game.color ?? 'white';
  await choose(page, 'color', color);
  if (game.openings === 'initial') await choose(page, 'opening', 'initial');
  await sendDialog(page);
  await myTurn(target);
  return page;
}

/** Counts the event streams that the pages of the context hold open, from now on. */
export function openStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  context.on('request', (request) => void (new URL(request.url()).pathname === '/api/events' && open.add(request)));
  context.on('requestfinished', (request) => void open.delete(request));
  context.on('requestfailed', (request) => void open.delete(request));
  // A page that is closed ends its requests without telling.
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}

/** Waits until the user is to move or the game is over. */
export async function myTurn(target: Target, within = 20_000): Promise<State> {
  return eventually(
    async () => {
      const state = await target.state();
      const game = state.game;
      return game && (game.result || (game.turn === game.human && !game.thinking)) ? state : undefined;
    },
    'the user is to move',
    within,
  );
}

/** Where a square lies on the screen. */
export async function squareAt(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  hold(box, `${square} is on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export type Way = 'drag' | 'click' | 'tap' | 'keyboard' | 'typed' | 'spanish';

const SPANISH: Record<string, string> = { K: 'R', Q: 'D', R: 'T', B: 'A', N: 'C' };

/** Makes one legal move in the given way. */
export async function makeMove(page: Page, way: Way, move: { uci: string; san: string }): Promise<void> {
  const from = move.uci.slice(0, 2);
  const to = move.uci.slice(2, 4);
  if (way === 'typed' || way === 'spanish') {
    const text = way === 'typed' ? move.san : move.san.replace(/[KQRBN]/g, (letter) => SPANISH[letter] ?? letter);
    await page.locator('#move-field').fill(text);
    await page.keyboard.press('Enter');
    return;
  }
  if (way === 'keyboard') {
    await walk(page, from);
    await page.keyboard.press('Enter');
    await walk(page, to);
    await page.keyboard.press('Enter');
  } else {
    const start = await squareAt(page, from);
    const end = await squareAt(page, to);
    if (way === 'tap') {
      await page.touchscreen.tap(start.x, start.y);
      await page.touchscreen.tap(end.x, end.y);
    } else if (way === 'click') {
      await page.mouse.click(start.x, start.y);
      await page.mouse.click(end.x, end.y);
    } else {
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
      await page.mouse.move(end.x, end.y, { steps: 3 });
      await page.mouse.up();
    }
  }
  if (move.uci.length === 5) {
    const order = 'qrbn'.indexOf(move.uci[4] ?? 'q');
    const button = page.locator('.promotion button').nth(order);
    await button.waitFor();
    if (way === 'keyboard') {
      for (let step = 0; step < order; step += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    } else await button.click();
  }
}

/** Goes to a square with the arrow keys alone. */
async function walk(page: Page, square: string): Promise<void> {
  const at = await page.evaluate(() => document.activeElement?.getAttribute('data-square'));
  hold(at, 'the keyboard is on the board');
  const turned = (await page.locator('.squares button').first().getAttribute('data-square')) !== 'a8';
  const files = (square.charCodeAt(0) - at.charCodeAt(0)) * (turned ? -1 : 1);
  const ranks = (Number(square[1]) - Number(at[1])) * (turned ? -1 : 1);
  for (let step = 0; step < Math.abs(files); step += 1) {
    await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  }
  for (let step = 0; step < Math.abs(ranks); step += 1) {
    await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
  }
}

/** A move that ends games soon: mate if there is one, else the capture of most, else any, by the count of moves. */
export function pick(state: State): { uci: string; san: string } {
  const legal = state.game?.legal ?? [];
  const mate = legal.find((move) => move.san.endsWith('#'));
  const promotion = legal.find((move) => move.san.includes('=Q'));
  const captures = legal.filter((move) => move.san.includes('x'));
  const ply = state.game?.moves.length ?? 0;
  const any = legal[(ply * 7) % Math.max(1, legal.length)];
  const chosen = mate ?? promotion ?? captures[0] ?? any;
  hold(chosen, 'there is a legal move');
  return chosen;
}

/** Plays until the end, or for `most` moves of the user; nothing may be lost on the way. */
export async function playOut(page: Page, target: Target, ways: readonly Way[], most: number): Promise<State> {
  for (let count = 0; count < most; count += 1) {
    const state = await myTurn(target);
    if (!state.game || state.game.result) return state;
    const way = ways[count % ways.length] ?? 'click';
    const ply = state.game.moves.length;
    await eventually(
      async () => (await shownMoves(page)) === ply,
      `the page shows move ${ply} (${await page.locator('.status').innerText()})`,
    );
    if (way === 'keyboard' && count === 0) await page.locator('.squares button[tabindex="0"]').focus();
    const move = pick(state);
    await makeMove(page, way, move);
    await eventually(
      async () => (await target.state()).game?.moves[ply]?.uci === move.uci,
      `${way} ${move.san} (${move.uci}) arrived as move ${ply + 1}; message: ${await page.locator('.game .message').innerText()}`,
    );
  }
  return myTurn(target);
}

/** Resigns, in either language, unless the game is over already; waits until the page says that it is. */
export async function endGame(page: Page, target: Target): Promise<void> {
  // What the server says, not the page: the page may still show the button of a game that has just ended.
  const state = await myTurn(target);
  if (!state.game?.result) {
    await page.getByRole('button', { name: /^(Resign|Rendirse)$/ }).click();
    await page.getByRole('button', { name: /^(Really resign|¿Rendirse de verdad)\?$/ }).click();
  }
  await page.locator('.status.over').waitFor();
}

export async function shownMoves(page: Page): Promise<number> {
  return page.locator('.moves li button').count();
}

/** The pieces as the board's names say, to compare with a FEN. */
export async function boardNames(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.squares button')].map((button) => button.getAttribute('aria-label')).join('|'),
  );
}

