/** Whole games on a narrow window, with review and retry: by roles and names alone, and by keys alone. */
import type { Page } from 'playwright-core';
import { eventually, hold, makeMove, myTurn, shownMoves } from '../player';
import type { Scenario } from '../scenario';
import { isProgram, type Target } from '../target';

const NARROW = { viewport: { width: 360, height: 740 } };

/** Longest game, in moves of the user; then it is resigned. The small server plays at random and seldom mates. */
const most = (target: Target): number => (isProgram(target) ? 60 : 12);

/** What a screen reader knows of a part of the page: its tree of roles and names. */
const read = (page: Page, part: 'Game' | 'Board' | 'Game review'): Promise<string> =>
  page.getByRole(part === 'Board' ? 'table' : 'region', { name: part, exact: true }).ariaSnapshot();

/** The squares and what they are called, such as `white pawn, last move`. */
async function squares(page: Page): Promise<[string, string][]> {
  const found = [...(await read(page, 'Board')).matchAll(/button "([a-h][1-8]), ([^"]*)"/g)];
  hold(found.length === 64, `the board has ${found.length} squares`);
  return found.map((match) => [match[1] ?? '', match[2] ?? '']);
}

/** Waits until the page says that it is the user's move (true), or how the game ended (false). */
async function waits(page: Page): Promise<boolean> {
  const said = await eventually(
    async () => /paragraph: "?(Your move|You win|BayesChess wins|Draw)/.exec(await read(page, 'Game'))?.[1],
    'the page says whose move it is, or the result',
    30_000,
  );
  return said === 'Your move';
}

/** The sooner the king is bare, the sooner the game ends; but not before this move of the user. */
const HASTY = ['f2', 'g2', 'e1', 'f1', 'f3', 'g4'];
const HASTY_FROM = 8;

/** Picks a piece up and puts it down where its name says that it can go. */
async function moveByNames(page: Page, isHasty = false): Promise<void> {
  const board = page.getByRole('table', { name: 'Board' });
  const now = await squares(page);
  const own = now.filter(([, name]) => name.startsWith('white')).map(([square]) => square);
  for (const from of [...HASTY.filter((square) => isHasty && own.includes(square)), ...own]) {
    await board.getByRole('button', { name: new RegExp(`^${from}, white`) }).press('Enter');
    const [to] = (await squares(page)).filter(([, name]) => name.includes('can go here'));
    if (!to) continue;
    await board.getByRole('button', { name: new RegExp(`^${to[0]}, .*can go here`) }).press('Enter');
    const isPawn = now.some(([square, name]) => square === from && name.startsWith('white pawn'));
    if (isPawn && to[0].endsWith('8')) await page.getByRole('button', { name: 'queen', exact: true }).press('Enter');
    return;
  }
  throw new Error('no white piece can move');
}

/** What stands under the keyboard: its name, or what it is labelled with. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent;
    return (at?.getAttribute('aria-label') ?? label ?? '').trim();
  });

/** Presses Tab until the keyboard is on what has that name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 150; step += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** A legal move that bares the king, else one of many. */
function hasty(legal: { uci: string; san: string }[], ply: number): { uci: string; san: string } {
  const isHasty = ply >= 2 * HASTY_FROM;
  const move = legal.find(({ uci }) => isHasty && HASTY.includes(uci.slice(0, 2))) ?? legal[(ply * 7) % Math.max(1, legal.length)];
  hold(move, 'there is a legal move');
  return move;
}

export const whole: Scenario[] = [
  {
    name: 'a whole game by screen reader: roles and names alone, review and retry, 360 px wide',
    options: NARROW,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(target.url);
      const dialog = page.getByRole('dialog', { name: 'New game' });
      await dialog.getByRole('slider', { name: 'How strong should I be?' }).press('ArrowRight');
      await dialog.getByRole('checkbox', { name: 'Play as a guest' }).press('Space');
      await dialog.getByRole('radio', { name: 'White' }).press('Space');
      await dialog.getByRole('radio', { name: 'From the first move' }).press('Space');
      await dialog.getByRole('button', { name: 'Start' }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      for (let count = 0; (await waits(page)) && count < most(target); count += 1) {
        const before = await page.getByRole('status').allInnerTexts();
        await moveByNames(page, count >= HASTY_FROM);
        await eventually(
          async () => (await page.getByRole('status').allInnerTexts()).some((text) => !before.includes(text) && /Black: |wins|Draw|You win/.test(text)),
          `the answer is read out, not ${before.join(' / ')} again`,
          20_000,
        );
      }
      const resign = page.getByRole('button', { name: 'Resign' });
      if ((await resign.count()) > 0) {
        await resign.press('Enter');
        await page.getByRole('button', { name: 'Really resign?' }).press('Enter');
      }
      hold(!(await waits(page)), 'the page says how the game ended');
      const review = page.getByRole('region', { name: 'Game review' });
      await review.getByRole('heading', { name: 'Your costly moves' }).waitFor({ timeout: 120_000 });
      const chances = review.getByRole('slider', { name: /White’s winning chances/ });
      await chances.press('Home');
      await eventually(async () => /^First position\. Winning chances of White \d+ %/.test((await chances.getAttribute('aria-valuetext')) ?? ''), 'the slider says what it shows');
      const last = (await target.state()).game?.moves.length ?? 0;
      await review.getByRole('button', { name: 'Retry this moment' }).first().press('Enter');
      await review.waitFor({ state: 'detached' });
      hold(await waits(page), 'the game goes on with the user’s move');
      hold(((await target.state()).game?.moves.length ?? last) < last, 'from before the costly move');
      await moveByNames(page);
      hold((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, 'the page is as wide as the window');
    },
  },
  {
    name: 'a whole game by keyboard alone, review and retry, 360 px wide',
    options: NARROW,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(target.url);
      await page.locator('dialog.dialog #level').waitFor();
      await tabTo(page, /^(White|Random|Black)$/);
      for (let step = 0; (await focused(page)) !== 'White' && step < 3; step += 1) await page.keyboard.press('ArrowLeft');
      await tabTo(page, /^Play as a guest$/);
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      for (let count = 0; count < most(target); count += 1) {
        const { game } = await myTurn(target);
        if (!game || game.result) break;
        const ply = game.moves.length;
        await eventually(async () => (await shownMoves(page)) === ply, `the page shows ${ply} moves`);
        await tabTo(page, /^[a-h][1-8], /);
        const move = hasty(game.legal, ply);
        await makeMove(page, 'keyboard', move);
        await eventually(async () => (await target.state()).game?.moves[ply]?.uci === move.uci, `${move.san} arrived`);
      }
      if (!(await myTurn(target)).game?.result) {
        await tabTo(page, /^Resign$/);
        await page.keyboard.press('Enter');
        hold((await focused(page)) === 'Really resign?', 'the page asks once more');
        await page.keyboard.press('Enter');
      }
      const last = (await eventually(async () => ((await target.state()).game?.result ? target.state() : undefined), 'the game is over')).game?.moves.length ?? 0;
      await page.locator('.review .retry').first().waitFor({ timeout: 120_000 });
      await tabTo(page, /^Retry this moment$/);
      await page.keyboard.press('Enter');
      const { game } = await eventually(async () => {
        const state = await target.state();
        return state.game && !state.game.result && state.game.moves.length < last ? state : undefined;
      }, 'the user plays on from before the costly move');
      await page.locator('.review').waitFor({ state: 'detached' });
      const ply = game?.moves.length ?? 0;
      await tabTo(page, /^[a-h][1-8], /);
      const move = game?.legal.at(-1);
      hold(move, 'there is another move');
      await makeMove(page, 'keyboard', move);
      await eventually(async () => (await target.state()).game?.moves[ply]?.uci === move.uci, `${move.san} arrived`);
    },
  },
];
