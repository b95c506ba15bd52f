import { mkdirSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { begin, endGame, eventually, hold, makeMove, myTurn, playOut, type Way, shownMoves } from '../player';
import type { Scenario } from '../scenario';
import type { Target } from '../target';

/** Leaves a picture to look at, beside the tests. */
async function picture(page: Page, name: string): Promise<void> {
  mkdirSync('tests/out', { recursive: true });
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(500);
  await page.screenshot({ path: `tests/out/view-${name}.png` });
}

const OPENING = ['e2e4', 'g1f3', 'f1c4', 'd2d3', 'c2c3', 'b1d2', 'h2h3'];

async function someMoves(context: BrowserContext, target: Target, way: Way): Promise<Page> {
  const page = await begin(context, target);
  for (const uci of OPENING) {
    const state = await myTurn(target);
    const move = state.game?.legal.find((legal) => legal.uci === uci);
    if (!move) continue;
    const ply = state.game?.moves.length ?? 0;
    // The page may be a moment behind the server.
    await eventually(async () => (await shownMoves(page)) === ply, `the page shows move ${ply}`);
    await makeMove(page, way, move);
    await eventually(async () => ((await target.state()).game?.moves.length ?? 0) > ply, `${uci} arrived`);
  }
  await playOut(page, target, [way], 3);
  await myTurn(target);
  return page;
}

function view(name: string, options: Scenario['options'], then?: (page: Page, target: Target) => Promise<void>): Scenario {
  return {
    name: `view: ${name}`,
    ...(options ? { options } : {}),
    async run(context, target) {
      // "Rf1" is a rook's move in English and the king's in Spanish.
      const page = await someMoves(context, target, options?.locale?.startsWith('es') ? 'spanish' : 'typed');
      if (then) await then(page, target);
      await picture(page, name);
      const { width, room } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        room: innerWidth,
      }));
      hold(width <= room, `the page is ${width} px wide in a window of ${room}`);
    },
  };
}

const openDialog = (order: number) => async (page: Page) => {
  await page.locator('.top nav button').nth(order).click();
  await page.locator('dialog.dialog').waitFor();
};

/** Ends the game and waits for its review. */
async function review(page: Page, target: Target): Promise<void> {
  await endGame(page, target);
  await page.locator('.review h3').first().waitFor({ timeout: 60_000 });
}

export const views: Scenario[] = [
  view('light', { viewport: { width: 1440, height: 900 } }),
  view('dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }),
  view('phone', { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }),
  view('tablet', { viewport: { width: 900, height: 1100 } }),
  view('4k', { viewport: { width: 3840, height: 2160 } }),
  view('spanish', { viewport: { width: 1440, height: 900 }, locale: 'es-ES' }),
  view('review', { viewport: { width: 1440, height: 900 } }, review),
  view('new-game', { viewport: { width: 1280, height: 1000 } }, openDialog(0)),
  view('settings', { viewport: { width: 1280, height: 1000 } }, openDialog(2)),
  view('about', { viewport: { width: 1280, height: 1000 }, colorScheme: 'dark' }, openDialog(4)),
];
