/** On a phone what one has to see is in view, and what one has to press is at hand. */
import type { Page } from 'playwright-core';
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { begin, endGame, eventually, hold, makeMove, myTurn, playOut } from '../player';
import type { Scenario } from '../scenario';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Waits until the whole board is in the window. */
async function seesBoard(page: Page, after: string): Promise<void> {
  const isSeen = (): Promise<boolean> =>
    page.evaluate(() => {
      const box = document.querySelector('.board')?.getBoundingClientRect();
      return !!box && box.top >= -1 && box.bottom <= innerHeight + 1;
    });
  await eventually(isSeen, `the board is in view ${after}`);
}

const toBottom = (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

function onPhone(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `on a phone the board is in view, and what is pressed at hand (${locale})`,
    // The review needs a mistake, which four moves against the program need not have.
    mockOnly: true,
    options: { ...PHONE, locale, reducedMotion: locale === 'en-GB' ? 'no-preference' : 'reduce' },
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(target.url);
      const start = page.locator('dialog button[type=submit]');
      await page.locator('dialog #level').waitFor();
      const box = await start.boundingBox();
      hold(box && box.y + box.height <= 740, 'Start is visible before anything is scrolled');
      const name = page.locator('.seat input[type=text]');
      const look = (): Promise<string> => name.evaluate((field) => getComputedStyle(field).color + getComputedStyle(field).backgroundColor);
      const plain = await look();
      await page.locator('.seat input[type=checkbox]').check();
      hold((await look()) !== plain, 'the name of a guest is greyed');
      await toBottom(page);
      await start.click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await seesBoard(page, 'after Start');
      hold(await page.evaluate(() => !document.activeElement?.matches('input, button')), 'no keyboard is opened, and no button is chosen');
      hold((await page.locator('.guest-note').innerText()) === texts.players.guestNote, 'a guest is told that nothing is kept');
      await playOut(page, target, ['tap'], 4);
      const hint = page.locator('.controls').getByRole('button', { name: texts.actions.hint, exact: true });
      await hint.click();
      await page.getByRole('button', { name: texts.actions.showMove }).waitFor({ timeout: 30_000 });
      await endGame(page, target);
      const link = page.locator('.review li .link').first();
      await link.waitFor({ timeout: 60_000 });
      await link.click();
      await seesBoard(page, 'after a jump from the list');
      await toBottom(page);
      const retry = page.locator('.review .retry').first();
      if ((await retry.count()) === 0) return;
      await retry.click();
      await page.locator('.review').waitFor({ state: 'detached' });
      await seesBoard(page, 'after Retry');
    },
  };
}

export const phone: Scenario[] = [
  onPhone('en-GB'),
  onPhone('es-ES'),
  {
    name: 'on a slow phone a move that is typed at once after Start is played',
    options: PHONE,
    async run(context, target) {
      await context.addInitScript(() => {
        const draw = requestAnimationFrame.bind(globalThis);
        globalThis.requestAnimationFrame = (then) => setTimeout(() => draw(then), 700) as unknown as number;
      });
      const page = await begin(context, target);
      await page.locator('#move-field').fill('e4');
      await page.waitForTimeout(1_500);
      await page.keyboard.press('Enter');
      await eventually(async () => (await target.state()).game?.moves[0]?.uci === 'e2e4', 'the move arrived');
    },
  },
  {
    name: 'at a desk the keyboard is on the move field after Start, and a named player is not called a guest',
    async run(context, target) {
      const page = await begin(context, target, {}, 'Anna');
      const isOnField = (): Promise<boolean> => page.evaluate(() => document.activeElement?.id === 'move-field');
      await eventually(isOnField, 'the keyboard is on the move field');
      hold((await page.locator('.guest-note').count()) === 0, 'Anna is no guest');
      await makeMove(page, 'typed', { uci: 'e2e4', san: 'e4' });
      await myTurn(target);
      await endGame(page, target);
      await page.locator('.controls .primary').click();
      await page.locator('.status.over').waitFor({ state: 'detached' });
      await eventually(isOnField, 'it is there after "Play again", too', 2_000).catch(async (error: unknown) => {
        throw new Error(`${String(error)}; it is on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90))}`);
      });
    },
  },
  {
    name: 'the coach asks directly under the board',
    options: { ...PHONE, locale: 'en-GB' },
    async run(context, target) {
      const page = await begin(context, target);
      await page.getByRole('switch', { name: 'Coach' }).click();
      await eventually(async () => (await target.state()).settings.coach, 'the coach is on');
      await page.locator('.top nav button').nth(1).click();
      await page.locator('dialog textarea').fill('3rk3/8/8/8/8/8/8/3QK3 w - - 0 1');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await makeMove(page, 'typed', { uci: 'd1d8', san: 'Qxd8+' });
      const warning = await page.locator('.warning').boundingBox({ timeout: 30_000 });
      const board = await page.locator('.board').boundingBox();
      hold(warning && board, 'both are there');
      const gap = warning.y - (board.y + board.height);
      hold(gap >= 0 && gap < 24, `the question stands ${gap} px under the board`);
    },
  },
];
