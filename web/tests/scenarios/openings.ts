/** Practice against the openings of a remembered opponent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import { findings } from '../axe';
import { choose, eventually, hold, myTurn } from '../player';
import type { Scenario } from '../scenario';
import { isProgram, type Target } from '../target';

const REST = '3. Bg2 Bg7 4. Bf1 Bf8 5. Bg2 Bg7 6. Bf1 Bf8 7. Bg2 Bg7 8. Bf1 Bf8 9. Bg2 Bg7 10. Bf1 Bf8';

/** Lets the program learn a game of Anna with White; the mock knows 12 of hers with White and 9 with Black. */
export async function learn(target: Target): Promise<number> {
  if (!isProgram(target)) return 12;
  writeFileSync(join(target.folder, 'anna.pgn'), `[White "Anna"]\n[Black "Other"]\n\n1. Nh3 e5 2. g3 g6 ${REST} 1-0\n`);
  await target.command('opponent', 'learn', 'anna.pgn', '--player', 'Anna');
  return 1;
}

function openingsOf(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  return {
    name: `the engine plays the openings of an opponent, who may be forgotten meanwhile (${locale})`,
    options: { locale, viewport: { width: 360, height: 740 } },
    async run(context, target) {
      const games = await learn(target);
      const page = await context.newPage();
      await page.goto(target.url);
      const colour = (value: string): Promise<void> => choose(page, 'color', value);
      await choose(page, 'opening', 'opponent');
      const select = page.locator('.openings-of select');
      const note = page.locator('.openings-of .detail');
      await colour('black');
      await eventually(async () => (await select.locator('option').count()) === 2, 'only who has games with White is offered');
      hold((await note.innerText()) === texts.newGame.openingsOfNote, 'what is played is said');
      // Without a name no game begins.
      await page.locator('.seat input[type=checkbox]').check();
      await page.locator('dialog button[type=submit]').click();
      hold((await target.state()).game === null, 'somebody must be chosen');
      await select.selectOption('Anna');
      const known = texts.newGame.knownGames('Anna', [texts.newGame.gamesWith(games, 'white')]);
      await eventually(async () => (await note.innerText()) === known, `it is said: ${known}`);
      await colour('random');
      await eventually(async () => (await note.innerText()).includes(texts.newGame.gamesWith(games, 'white')), 'both colours are counted');
      hold((await select.inputValue()) !== '', 'she is still chosen');
      await colour('black');
      const found = await findings(page);
      hold(found.length === 0, found.join('\n       '));
      hold(await page.evaluate(() => document.documentElement.scrollWidth <= 360), 'the dialog fits a phone');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      const state = await myTurn(target);
      hold(state.settings.openings === 'opponent' && state.settings.openings_of?.name === 'Anna', 'her openings are played');
      if (isProgram(target)) hold(state.game?.moves[0]?.uci === 'g1h3', 'the engine plays her move');
      await page.locator('.top nav button').first().click();
      await eventually(async () => (await select.inputValue()) !== '', 'the dialog has kept the choice');
      const status = await page.evaluate(async () => {
        const { opponents } = (await (await fetch('/api/opponents')).json()) as { opponents: { id: number; name: string }[] };
        const anna = opponents.find(({ name }) => name === 'Anna');
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ name: 'Anna', delete_games: false });
        return (await fetch(`/api/opponents/${anna?.id}/forget`, { method: 'POST', headers, body })).status;
      });
      hold(status === 200, 'Anna is forgotten');
      await page.locator('dialog button[type=submit]').click();
      await eventually(async () => (await page.locator('dialog .message').innerText()) === texts.errors.codes.no_openings, 'it is said that she is forgotten');
      await eventually(async () => (await select.inputValue()) === '', 'she is offered no longer');
      hold((await note.innerText()) === texts.newGame.nobodysGames, 'it is said how games are read');
      hold((await target.state()).game?.id === state.game?.id, 'the game is still there');
    },
  };
}

export const openings: Scenario[] = [openingsOf('en-GB'), openingsOf('es-ES')];
