/** Under "Me" the user reads how the engine sees them. */
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { findings } from '../axe';
import { eventually, hold } from '../player';
import type { Scenario } from '../scenario';
import { learn } from './openings';

function seesMe(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `under "Me" stands how the engine sees who sits here (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const games = await learn(target);
      const page = await context.newPage();
      await page.goto(`${target.url}#me`);
      const card = page.locator('main.me .seen');
      const says = (sentence: string): Promise<true> =>
        eventually(async () => (await card.innerText()).includes(sentence) || undefined, `it says: ${sentence}`);
      const post = async (path: string, sent: object): Promise<void> => {
        const status = await page.evaluate(async ([to, body]) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch(to ?? '', { method: 'POST', headers, body: body ?? '' })).status;
        }, [path, JSON.stringify(sent)]);
        hold(status === 200, `${path} is done`);
      };
      await says(texts.me.guest);
      // The number of moves is that of the program, not one of the page.
      const least = await page.evaluate(
        async () => ((await (await fetch('/api/opponents')).json()) as { least_moves: number }).least_moves,
      );
      await post('/api/seat', { name: 'Carla' });
      await says(texts.me.movesOfAGame(least));
      await post('/api/game/new', { color: 'white' });
      await says(texts.me.moreMoves(least));
      const game = (await target.state()).game?.id;
      await post('/api/game/move', { game, ply: 0, move: 'e2e4' });
      await says(texts.me.moreMoves(least - 1));
      // Another one sits down in the middle of the game.
      await post('/api/seat', { name: 'anna' });
      await eventually(async () => (await card.locator('.axis').count()) === 2, 'both axes are shown');
      hold((await target.state()).game?.player === 'Carla', 'the game is still that of Carla');
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > 360).map((one) => one.outerHTML.slice(0, 80)),
      );
      hold(await page.evaluate(() => document.documentElement.scrollWidth <= 360), `the view fits a phone, but for ${wide.join('; ')}`);
      const short = await card.locator('.axis .track').first().getAttribute('aria-label');
      await card.getByRole('link', { name: texts.me.wholeCard }).click();
      const whole = page.locator('.person', { has: page.getByRole('heading', { name: 'Anna', exact: true }) });
      await whole.waitFor();
      await eventually(() => whole.locator('h3').evaluate((head) => head === document.activeElement), 'the keyboard is on her card');
      hold((await whole.locator('.axis .track').first().getAttribute('aria-label')) === short, 'the whole card says the same');
      hold(games > 0 && (await whole.locator('details').count()) === 1, 'and more');
    },
  };
}

export const seen: Scenario[] = [seesMe('en-GB'), seesMe('es-ES')];
