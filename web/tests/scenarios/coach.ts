import type { Page } from 'playwright-core';
import { english, type ScoreText } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import type { AxisScore } from '../../src/net/contract';
import { points } from '../../src/panels/bands';
import { begin, endGame, eventually, hold, makeMove, myTurn, playOut, sendDialog, shownMoves } from '../player';
import type { Scenario } from '../scenario';
import { findings } from '../axe';

/** The queen takes a guarded rook and is lost. */
const QUEEN_OR_DRAW = '3rk3/8/8/8/8/8/8/3QK3 w - - 0 1';

async function load(page: Page, text: string): Promise<void> {
  await page.locator('.top nav button').nth(1).click();
  await page.locator('dialog textarea').fill(text);
  await sendDialog(page);
}

function reviewed(name: string, options: Scenario['options'], title: string): Scenario {
  return {
    name,
    ...(options ? { options } : {}),
    async run(context, target) {
      const page = await begin(context, target);
      await load(page, '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5');
      await myTurn(target);
      hold(/C5\d .*(Italian|italiana)/.test(await page.locator('.moves .opening').innerText()), 'the opening has its name');
      const typed = options?.locale?.startsWith('es') ? 'spanish' : 'typed';
      await playOut(page, target, [typed], 6);
      const last = (await myTurn(target)).game?.moves.length ?? 0;
      await eventually(async () => (await shownMoves(page)) === last, 'the page shows the last move');
      await endGame(page, target);
      const card = page.locator('.card.review');
      await card.waitFor();
      hold((await card.locator('h2').innerText()) === title, `the review is called ${title}`);
      await eventually(
        async () => {
          const review = (await target.state()).game?.review;
          return review && review.done === review.of;
        },
        'the game is reviewed',
        60_000,
      );
      await card.locator('h3').first().waitFor();
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      await card.locator('input[type=range]').focus();
      await page.keyboard.press('Home');
      await eventually(async () => (await page.locator('.moves [aria-current]').count()) === 0, 'the graph shows the start');
      const retry = card.locator('.retry').first();
      if ((await retry.count()) === 0) return;
      await retry.click();
      await eventually(async () => {
        const game = (await target.state()).game;
        return game && game.result === null && game.turn === game.human && game.moves.length < last;
      }, 'the user plays on from before the costly move');
      await card.waitFor({ state: 'detached' });
    },
  };
}

/** White leaves the queen to be taken six times, and Black does not take it. */
const QUEENS = '1. e4 d5 2. Qg4 a6 3. Qh3 a5 4. Qg4 h6 5. Qh3 h5 6. Qf5 b6 7. Qh3 c6';
const SIGNS = { sound: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Costly moves of both sides bear their sign in the list of moves; those that the review does not list are counted. */
function judged(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `the list of moves has the judgements of the review (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const page = await begin(context, target);
      await load(page, QUEENS);
      await myTurn(target);
      await endGame(page, target);
      const game = await eventually(async () => {
        const over = (await target.state()).game;
        return over?.review && over.review.done === over.review.of ? over : undefined;
      }, 'the game is reviewed', 60_000);
      const moves = game.review?.moves ?? [];
      const mine = moves.filter(({ ply, quality }) => quality !== 'sound' && ply % 2 === 1).length;
      hold(mine > 5 && moves.some(({ ply, quality }) => quality !== 'sound' && ply % 2 === 0), 'both sides have costly moves');
      await page.getByText(texts.review.moreMistakes(mine - 5), { exact: true }).waitFor();
      const buttons = page.locator('.moves li button');
      for (const [index, { quality }] of moves.entries()) {
        const button = buttons.nth(index);
        const [shown, said, title] = [await button.innerText(), await button.getAttribute('aria-label'), await button.getAttribute('title')];
        const word = quality === 'sound' ? null : texts.review.qualities[quality];
        hold((/[?!]*$/.exec(shown) ?? [''])[0] === SIGNS[quality], `${shown} is ${quality}`);
        hold(title === word && (word === null || said?.endsWith(`, ${word}`)) && said?.includes(shown), `"${said}" says ${word}`);
      }
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      await page.locator('.review .retry').first().click();
      await page.locator('.card.review').waitFor({ state: 'detached' });
      hold(!(await buttons.allInnerTexts()).some((text) => text.includes('?')), 'a game that goes on is not judged');
    },
  };
}

/** The review says what the game told of the user: what was known before it, and what is now. */
function learned(name: string | undefined, locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `the review says what was learned, before and after the game (${name ?? 'a guest'}, ${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target, {}, name);
      await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], 4);
      await endGame(page, target);
      const lines = page.locator('.review .before-after li');
      await lines.first().waitFor({ timeout: 60_000 });
      const axes = (await target.state()).how_i_see_you?.axes ?? [];
      hold(axes.length === 2 && (await lines.count()) === 2, 'each axis has a line');
      const text = (of: AxisScore | null): ScoreText | null => of && ([of.score, ...of.interval_95].map(points) as ScoreText);
      for (const [place, axis] of axes.entries()) {
        const now = text(axis.now);
        hold(now, 'the axis is known');
        const expected = texts.review.axis(texts.see.axes[axis.name], text(axis.before), now);
        await eventually(async () => (await lines.nth(place).innerText()) === expected, expected);
      }
    },
  };
}

export const coach: Scenario[] = [
  judged('en-GB'),
  judged('es-ES'),
  learned('Anna', 'en-GB'),
  learned(undefined, 'es-ES'),
  reviewed('a finished game is reviewed, and a moment retried', undefined, 'Game review'),
  reviewed('the review in Spanish, dark, on a phone', {
    locale: 'es-ES',
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
  }, 'Repaso de la partida'),
  {
    name: 'the coach warns of a blunder, and the user decides',
    async run(context, target) {
      const page = await begin(context, target);
      const coach = page.getByRole('switch', { name: 'Coach' });
      hold(!(await coach.isChecked()), 'the coach is off');
      await coach.click();
      await eventually(async () => (await target.state()).settings.coach, 'the coach is on');
      await load(page, QUEEN_OR_DRAW);
      await makeMove(page, 'typed', { uci: 'd1d8', san: 'Qxd8+' });
      const warning = page.locator('.warning');
      await warning.waitFor();
      hold((await warning.innerText()).includes('Kxd8'), 'the warning says why');
      hold((await page.locator('[data-live]').allInnerTexts()).join(' ').includes('queen takes'), 'it is read out');
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      await page.getByRole('button', { name: 'Another move' }).click();
      await warning.waitFor({ state: 'detached' });
      await eventually(async () => (await target.state()).game?.moves.length === 0, 'the move is taken back');
      await makeMove(page, 'typed', { uci: 'd1d8', san: 'Qxd8+' });
      await page.getByRole('button', { name: 'Play it anyway' }).click();
      await eventually(async () => (await target.state()).game?.moves.length === 2, 'the engine answers');
    },
  },
  {
    name: 'a move typed while the coach asks is played instead of the blunder',
    async run(context, target) {
      const page = await begin(context, target);
      await page.getByRole('switch', { name: 'Coach' }).click();
      await eventually(async () => (await target.state()).settings.coach, 'the coach is on');
      const blunder = async (): Promise<void> => {
        await load(page, QUEEN_OR_DRAW);
        await makeMove(page, 'typed', { uci: 'd1d8', san: 'Qxd8+' });
        await page.locator('.warning').waitFor();
      };
      const made = async (): Promise<string[]> => (await target.state()).game?.moves.map((move) => move.uci) ?? [];
      await blunder();
      await makeMove(page, 'typed', { uci: 'd1h8', san: 'Qh8' });
      await eventually(async () => /not a legal move/.test(await page.locator('.game .message').innerText()), 'what is not legal is told');
      await makeMove(page, 'typed', { uci: 'd1e2', san: 'Qe2+' });
      await eventually(async () => (await made())[0] === 'd1e2', 'the other move is played');
      hold((await page.locator('cg-board .current-premove').count()) === 0, 'it is no premove');
      await page.locator('.warning').waitFor({ state: 'detached' });
      await blunder();
      await makeMove(page, 'typed', { uci: 'd1d8', san: 'Qxd8+' });
      await eventually(async () => (await made()).length === 2, 'the same move once more is played anyway');
      hold((await made())[0] === 'd1d8', 'it is the same move');
    },
  },
  {
    name: 'the evaluation stands under the board, if it is wanted',
    options: { viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      const line = page.locator('.evaluation');
      hold((await line.count()) === 0, 'no evaluation is shown unasked');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Show my evaluation under the board').check();
      await page.keyboard.press('Escape');
      hold((await line.innerText()).includes('No evaluation yet.'), 'before the first answer there is none');
      const top = () => page.locator('.card.game').evaluate((card) => card.getBoundingClientRect().top + scrollY);
      const before = await top();
      await makeMove(page, 'typed', { uci: 'e2e4', san: 'e4' });
      await line.getByText(/^After 1….*(Evaluation [+−][\d.]+ pawns|Level|mates).* Winning chances of White \d+ %\.$/).waitFor();
      hold((await top()) === before, 'nothing moves when it comes');
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      await page.getByRole('button', { name: 'First position' }).click();
      await line.getByText('No evaluation yet.').waitFor();
      await page.reload();
      await line.getByText('After 1…').waitFor();
    },
  },
];
