/** The level of a game, and under "match me" that of the next. */
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { endGame, eventually, hear, heard, hold, makeMove, myTurn } from '../player';
import type { Scenario } from '../scenario';

function followsResults(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `under "match me" a game keeps its level, and the next one has the level that is told (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(target.url);
      const slider = page.locator('#level');
      await slider.fill('8');
      const shown = page.locator('.slider-place output');
      const first = await shown.locator('strong').innerText();
      await page.locator('dialog fieldset .check input').first().check();
      await page.locator('.seat input[type=checkbox]').check();
      await hear(page);
      await page.locator('dialog button[type=submit]').click();
      const elo = (await myTurn(target)).game?.level.elo;
      hold(elo, 'the game has a level');
      await makeMove(page, 'typed', { uci: 'e2e4', san: 'e4' });
      await eventually(async () => ((await target.state()).game?.moves.length ?? 0) > 1, 'the engine has moved');
      hold((await page.locator('.next-level').count()) === 0, 'nothing is told during the game');
      await endGame(page, target);
      const sentence = await page.locator('.next-level').innerText();
      hold((await heard(page)).includes(sentence), 'it is read out with the result');
      hold((await page.locator('.player small').innerText()) === `UCI_Elo ${elo}`, 'over the board stands the level of this game');
      await page.locator('.top nav button').first().click();
      await shown.waitFor();
      hold((await shown.locator('small').innerText()).startsWith(`UCI_Elo ${elo - 60} ±`), 'the dialog shows the level between two steps');
      hold(sentence === texts.result.nextLevel(first, await shown.locator('strong').innerText()), `it is told: ${sentence}`);
      await page.locator('dialog button[type=submit]').click();
      await eventually(async () => (await target.state()).game?.level.elo === elo - 60, 'the level is kept when the slider is not touched');
      await eventually(async () => (await page.locator('.next-level').count()) === 0, 'nothing is told of a game that goes on');
    },
  };
}

export const levels: Scenario[] = [followsResults('en-GB'), followsResults('es-ES')];
