import type { Page } from 'playwright-core';
import { findings } from '../axe';
import { begin, eventually, hold, makeMove, myTurn, playOut } from '../player';
import type { Scenario } from '../scenario';

async function said(page: Page): Promise<string> {
  return (await page.locator('[data-live]').allInnerTexts()).join(' ').trim();
}

async function asks(page: Page, command: string, expected: RegExp): Promise<void> {
  await page.locator('#move-field').fill(command);
  await page.keyboard.press('Enter');
  await eventually(async () => expected.test(await said(page)), `"${command}" says ${expected}; said: ${await said(page)}`, 3_000);
}

function axeOn(name: string, colorScheme: 'light' | 'dark', locale: string): Scenario {
  return {
    name: `axe-core has no finding: ${name}`,
    options: { colorScheme, locale },
    async run(context, target) {
      const page = await begin(context, target);
      await playOut(page, target, [locale.startsWith('es') ? 'spanish' : 'typed'], 4);
      await myTurn(target);
      const found = await findings(page);
      for (const button of await page.locator('.top nav button').all()) {
        await button.click();
        await page.locator('dialog.dialog').waitFor();
        const name = await button.innerText();
        found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
        await page.keyboard.press('Escape');
        await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      }
      hold(found.length === 0, found.join('\n       '));
    },
  };
}

export const accessible: Scenario[] = [
  axeOn('light', 'light', 'en-GB'),
  axeOn('dark, in Spanish', 'dark', 'es-ES'),
  {
    name: "the commands of lichess' blind mode",
    options: { permissions: ['clipboard-read', 'clipboard-write'] },
    async run(context, target) {
      const page = await begin(context, target);
      await page.getByRole('button', { name: 'Load or copy' }).click();
      await page.locator('dialog textarea').fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await eventually(async () => (await target.state()).game?.moves.length === 6, 'the game is loaded');
      await asks(page, 'p N', /white knight: b1, f3/);
      await asks(page, 'p n', /black knight: c6, g8/);
      await asks(page, 'p A', /white king: e1.*white pawn/);
      await asks(page, 's e', /e1 white king, e4 white pawn, e5 black pawn, e7|e1 white king, e4 white pawn, e5 black pawn, e8/);
      await asks(page, 's 5', /b5 white bishop, e5 black pawn/);
      await asks(page, 'm b5', /b5, white bishop: .*a6/);
      await asks(page, 'm e1', /e1, white king: (?!.*h1).*g1/);
      await asks(page, 'c', /No clock/);
      await asks(page, 'l', /Black: a6/);
      await asks(page, 'o', /BayesChess, level/);
      await asks(page, 'e', /evaluation|Evaluation|Level|mates/);
      await asks(page, 'Qh5', /not a legal move/);
      await asks(page, 'xyzzy', /neither a move nor a command/);
      await asks(page, 'Bxc6', /White: bishop takes c6/);
    },
  },
  {
    name: 'the board is a table of named buttons that a screen reader can use',
    async run(context, target) {
      const page = await begin(context, target);
      const table = page.getByRole('table', { name: 'Board' });
      hold((await table.getByRole('button').count()) === 64, 'sixty-four buttons');
      hold((await table.getByRole('row').count()) === 8, 'eight rows');
      const state = await myTurn(target);
      const move = state.game?.legal[0];
      hold(move, 'there is a move');
      await table.getByRole('button', { name: new RegExp(`^${move.uci.slice(0, 2)}, white`) }).press('Enter');
      await table.getByRole('button', { name: new RegExp(`^${move.uci.slice(2, 4)}.*can go here`) }).press('Enter');
      await eventually(
        async () => (await target.state()).game?.moves.some((played) => played.uci === move.uci),
        'the move was made',
      );
      await eventually(async () => /Black: /.test(await said(page)), 'the answer is read out');
    },
  },
  {
    name: 'keys on the board: pieces, ranks, moves, lines',
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      await page.getByRole('button', { name: 'Load or copy' }).click();
      await page.locator('dialog textarea').fill('4k3/8/8/8/8/2n5/8/R3K2R w KQ - 0 1');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await page.locator('[data-square="c3"][aria-label*=knight]').waitFor();
      await page.locator('.squares button[tabindex="0"]').focus();
      const at = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
      await page.keyboard.press('n');
      hold((await at()) === 'c3', `n goes to the knight, not to ${await at()}`);
      await page.keyboard.press('1');
      hold((await at()) === 'c1', '1 goes to the first rank');
      await page.keyboard.press('r');
      await page.keyboard.press('m');
      await eventually(async () => /h1, white rook: .*g1/.test(await said(page)), 'm reads the moves');
      await page.keyboard.press('x');
      await eventually(async () => /h1: e1 white king/.test(await said(page)), `x reads the lines: ${await said(page)}`);
      await page.keyboard.press('i');
      hold(await page.evaluate(() => document.activeElement?.id === 'move-field'), 'i goes to the move field');
      await makeMove(page, 'typed', { uci: 'e1g1', san: 'O-O' });
      await eventually(async () => (await target.state()).game?.moves[0]?.uci === 'e1g1', 'castled');
    },
  },
];
