/** A running game is not thrown away without a question. */
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { findings } from '../axe';
import { begin, endGame, eventually, hold, makeMove, myTurn, sendDialog } from '../player';
import type { Scenario } from '../scenario';

function asksOnce(locale: 'en-GB' | 'es-ES', name?: string): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `a running game is left only if the user says so (${name ?? 'a guest'}, ${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target, {}, name);
      const question = page.getByRole('alertdialog');
      const id = async (): Promise<string | undefined> => (await target.state()).game?.id;
      const open = async (entry: number): Promise<void> => {
        await page.locator('.top nav button').nth(entry).click();
        await page.locator('dialog.dialog').waitFor();
        if (entry === 1) await page.locator('dialog textarea').fill('1. e4 e5 2. Nf3 *');
        await page.locator('dialog button[type=submit]').click();
      };
      // Nothing is lost before the first move.
      await open(0);
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await myTurn(target);
      await makeMove(page, 'typed', { uci: 'e2e4', san: 'e4' });
      await eventually(async () => ((await target.state()).game?.moves.length ?? 0) > 1, 'the engine has moved');
      const first = await id();
      for (const entry of [0, 1]) {
        await open(entry);
        await question.waitFor();
        hold((await question.innerText()).includes(name ? texts.leave.question : texts.leave.guest), 'the question says what is kept');
        const found = await findings(page);
        hold(found.length === 0, found.join('\n       '));
        hold(await question.getByRole('button', { name: texts.leave.stay }).evaluate((stay) => stay === document.activeElement), 'to stay is at hand');
        await (entry === 0 ? page.keyboard.press('Enter') : page.keyboard.press('Escape'));
        await question.waitFor({ state: 'detached' });
        hold((await id()) === first, 'the game is still there');
        await page.keyboard.press('Escape');
        await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      }
      await open(0);
      await question.getByRole('button', { name: texts.leave.leave }).click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      hold((await id()) !== first, 'another game has begun');
      await myTurn(target);
      await makeMove(page, 'typed', { uci: 'e2e4', san: 'e4' });
      await eventually(async () => ((await target.state()).game?.moves.length ?? 0) > 1, 'the engine has moved');
      await endGame(page, target);
      await open(1);
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await eventually(async () => (await target.state()).game?.given_plies === 3, 'a game that is over is left without a question');
    },
  };
}

/** Another name is said in the middle of a game. */
const keepsName: Scenario = {
  name: 'a game keeps the name of who began it',
  async run(context, target) {
    const page = await begin(context, target, {}, 'Anna');
    await makeMove(page, 'typed', { uci: 'e2e4', san: 'e4' });
    await eventually(async () => ((await target.state()).game?.moves.length ?? 0) > 1, 'the engine has moved');
    const sit = (name: string): Promise<number> =>
      page.evaluate(async (body) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/seat', { method: 'POST', headers, body })).status;
      }, JSON.stringify({ name }));
    hold((await sit('Ben')) === 200, 'Ben sits down');
    await eventually(async () => (await target.state()).seat.name === 'Ben', 'he is there');
    const below = page.locator('.player strong').last();
    await page.waitForTimeout(300);
    hold((await below.innerText()) === 'Anna', 'the game is still that of Anna');
    await page.locator('.top nav button').first().click();
    await sendDialog(page);
    await eventually(async () => (await below.innerText()) === 'Ben', 'the next one is that of Ben');
  },
};

export const leave: Scenario[] = [asksOnce('en-GB', 'Anna'), asksOnce('es-ES'), keepsName];
