/**
 * Makes the pictures of the documentation, from the program: `SCREENSHOTS=../docs/images BAYESCHESS=FILE npm test -- picture`.
 * PICTURE_PLAYERS is a folder with the games of players, each in a file `NAME.pgn.zst`; the first of them is the user, or that of
 * PICTURE_NAME. PICTURE_ENGINE is another engine to be tuned. With `pngquant` installed the files become small.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { choose, endGame, eventually, hold, makeMove, myTurn, playOut, shownMoves } from '../player';
import type { Scenario } from '../scenario';
import { isProgram, type ProgramTarget, type Target } from '../target';

const FOLDER = process.env['SCREENSHOTS'] ?? 'tests/out';
/** Under these names the players are remembered; the first one sits at the board. */
const PEOPLE = ['Anna', 'Bruno', 'Carla'];
/** Moves of the user in the picture of a game. */
const MOVES = 14;

async function save(name: string, of: Page | Locator, fullPage = false): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const file = `${FOLDER}/page-${name}.png`;
  await ('goto' in of ? of.screenshot({ path: file, fullPage }) : of.screenshot({ path: file }));
  spawnSync('pngquant', ['--force', '--strip', '--speed', '1', '--quality', '70-95', '--output', file, '--', file]);
}

/** What is seen from the top of the page, when nothing moves any more. */
async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(700);
  const { width, room } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: innerWidth }));
  hold(width <= room, `${name}: the page is ${width} px wide in a window of ${room}`);
  await save(name, page, fullPage);
}

/** The players of the folder: the user first, then those whose names begin alike, such as `otb`. */
function players(): { name: string; file: string }[] {
  const folder = process.env['PICTURE_PLAYERS'];
  hold(folder, 'PICTURE_PLAYERS names a folder of games');
  const all = readdirSync(folder).sort().map((file) => ({ name: file.replace(/\.pgn(\.zst)?$/, ''), file: join(folder, file) }));
  const user = all.find(({ name }) => name === process.env['PICTURE_NAME']) ?? all[0];
  hold(user, 'the folder has games');
  const kind = user.name.split('-')[0] ?? '';
  return [user, ...all.filter((other) => other !== user && other.name.startsWith(kind))];
}

/** Remembers players under invented names. */
async function remember(target: Target, count: number): Promise<void> {
  hold(isProgram(target), 'the target is the program');
  for (const [place, { name, file }] of players().slice(0, count).entries()) {
    await target.command('opponent', 'learn', file, '--player', `=${name}`, '--as', PEOPLE[place] ?? name);
  }
}

/** The move that the program's second engine would make. */
async function hinted(page: Page, target: ProgramTarget): Promise<{ uci: string; san: string }> {
  const { game } = await myTurn(target);
  hold(game && !game.result, 'the game goes on');
  const ask = { game: game.id, ply: game.moves.length, level: 'move' };
  await page.evaluate(async (body) => {
    await fetch('/api/game/hint', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }, JSON.stringify(ask));
  return eventually(async () => {
    const hint = (await target.state()).game?.hint;
    return hint?.uci && hint.san && hint.ply === ask.ply ? { uci: hint.uci, san: hint.san } : undefined;
  }, 'there is a hint', 20_000);
}

/** A game of the first player, who asks for every move. */
async function game(context: BrowserContext, target: ProgramTarget): Promise<Page> {
  const page = await context.newPage();
  await page.goto(target.url);
  await page.locator('dialog.dialog #level').waitFor();
  await page.locator('.seat input[type=text]').fill(PEOPLE[0] ?? '');
  await choose(page, 'color', 'white');
  await page.locator('dialog button[type=submit]').click();
  await page.locator('dialog.dialog').waitFor({ state: 'detached' });
  for (let count = 0; count < MOVES; count += 1) {
    const move = await hinted(page, target);
    const ply = (await target.state()).game?.moves.length ?? 0;
    await eventually(async () => (await shownMoves(page)) === ply, `the page shows move ${ply}`);
    await makeMove(page, 'typed', move);
    await eventually(async () => ((await target.state()).game?.moves.length ?? 0) > ply, `${move.san} arrived`);
  }
  const { game } = await myTurn(target);
  await eventually(async () => (await shownMoves(page)) === game?.moves.length, 'the page shows the answer');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return page;
}

/** Another window on the same game. */
async function beside(context: BrowserContext, target: Target, options: Scenario['options'], then: (page: Page) => Promise<void>): Promise<void> {
  const other = await context.browser()?.newContext(options);
  hold(other, 'there is another context');
  const page = await other.newPage();
  await page.goto(target.url);
  await page.locator('.moves li button').first().waitFor();
  await then(page);
  await other.close();
}

/** The dialogs by their place in the bar. */
const DIALOGS = { 'new-game': 0, load: 1, settings: 2, keys: 3 };

const ofGame: Scenario = {
  name: 'picture: a game, its review, and the dialogs',
  programOnly: true,
  pictureOnly: true,
  options: { viewport: { width: 1440, height: 900 }, locale: 'en-GB' },
  async run(context, target) {
    hold(isProgram(target), 'the target is the program');
    await remember(target, 1);
    const page = await game(context, target);
    await picture(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    const desk = { viewport: { width: 1440, height: 900 } };
    await beside(context, target, { ...desk, locale: 'es-ES' }, (spanish) => picture(spanish, 'spanish'));
    const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, locale: 'en-GB' };
    await beside(context, target, phone, (small) => picture(small, 'phone'));
    await page.setViewportSize({ width: 1440, height: 1500 });
    for (const [name, place] of Object.entries(DIALOGS)) {
      await page.locator('.top nav:not(.views) button').nth(place).click();
      const dialog = page.locator('dialog.dialog');
      await dialog.waitFor();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.waitForTimeout(500);
      await save(name, dialog);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.setViewportSize(desk.viewport);
    // A few hasty moves give the review something to say.
    await playOut(page, target, ['typed'], 6);
    await endGame(page, target);
    await page.locator('.review h3').first().waitFor({ timeout: 120_000 });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await picture(page, 'review');
  },
};

const ofOpponents: Scenario = {
  name: 'picture: opponents',
  programOnly: true,
  pictureOnly: true,
  options: { viewport: { width: 1280, height: 620 } },
  async run(context, target) {
    await remember(target, PEOPLE.length);
    const page = await context.newPage();
    await page.goto(`${target.url}#opponents`);
    const first = page.locator('.person').first();
    await first.locator('summary').click();
    await first.locator('.habits, table').first().waitFor();
    await picture(page, 'opponents');
  },
};

/** The report on real games. */
const ofMe: Scenario = {
  name: 'picture: me',
  programOnly: true,
  pictureOnly: true,
  options: { viewport: { width: 1280, height: 1100 } },
  async run(context, target) {
    const [user] = players();
    hold(user, 'there is a player');
    const page = await context.newPage();
    await page.goto(`${target.url}#me`);
    await page.locator('input[type=file]').setInputFiles(user.file);
    await page.locator('.which').waitFor({ timeout: 120_000 });
    await page.getByLabel(user.name).check();
    await page.locator('.which ~ .controls button[type=submit]').click();
    await page.locator('.report').waitFor({ timeout: 120_000 });
    await picture(page, 'me');
  },
};

/** The recipe of the tuning in the picture, without its engine. */
const TUNING = `games = 2400
validation_games = 400
nodes = 100
resign = "3,500"
draw = "30,6,8"
[options.Contempt]
from = -200
to = 200
[options.Heuristic]
values = ["modern:initial", "modern:learned"]
start = "modern:initial"
[options."Side Bonus"]
from = -300
to = 300
`;

async function openForm(page: Page): Promise<void> {
  await page.locator('.start-run > .card-head button').click();
  await page.locator('.recipe-form').waitFor();
}

const ofRecipe: Scenario = {
  name: 'picture: recipe',
  programOnly: true,
  pictureOnly: true,
  options: { viewport: { width: 900, height: 1000 } },
  async run(context, target) {
    const page = await context.newPage();
    await page.goto(`${target.url}#runs`);
    await openForm(page);
    await page.locator('#key-train-title').fill('A small training');
    await page.locator('#run-name').fill('first');
    await eventually(async () => (await page.locator('.recipe pre').innerText()).includes('A small training'), 'the recipe is made');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.waitForTimeout(500);
    await save('recipe', page.locator('.start-run'));
  },
};

const ofRuns: Scenario = {
  name: 'picture: runs, from a tuning and a training that the page starts',
  programOnly: true,
  pictureOnly: true,
  options: { viewport: { width: 1280, height: 1000 } },
  async run(context, target) {
    await target.tune?.('options', TUNING, process.env['PICTURE_ENGINE']);
    const page = await context.newPage();
    await page.goto(`${target.url}#runs`);
    await openForm(page);
    for (const summary of await page.locator('.recipe-form summary').all()) await summary.click();
    const fill = (key: string, value: string) => page.locator(`#key-train-${key}`).fill(value);
    await fill('title', 'A small training');
    await fill('start', 'initial');
    await fill('games-number', '4000');
    await fill('games-nodes', '50');
    await fill('schedule-generations', '6');
    await fill('validation-games', '1200');
    await fill('validation-nodes', '50');
    await eventually(async () => (await page.locator('.recipe pre').innerText()).includes('A small training'), 'the recipe is made');
    await page.locator('#run-name').fill('first');
    await page.locator('.recipe-form button[type=submit]').click();
    await page.locator('.run-name', { hasText: 'first' }).waitFor();
    await page.locator('.start-run > .card-head button').click();
    const first = page.locator('.run-row', { hasText: 'first' });
    await first.locator('.status-word.complete').waitFor({ timeout: 3_600_000 });
    await page.reload();
    const mark = (name: string) => page.locator('.run-row', { hasText: name }).locator('input');
    for (const name of ['options', 'first']) await mark(name).setChecked(false);
    for (const name of ['first', 'options']) await mark(name).check();
    await page.locator('.tuning').waitFor();
    await picture(page, 'runs', true);
    await mark('options').setChecked(false);
    await page.locator('.learned > summary').click();
    await page.locator('.heat').nth(2).waitFor();
    const table = page.locator('.learned .choices select').nth(1);
    const names = await table.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await table.selectOption(names.find((name) => name.endsWith('knight#')) ?? '');
    await page.waitForTimeout(600);
    await save('learned', page.locator('.learned'));
  },
};

export const pictures: Scenario[] = [ofGame, ofOpponents, ofMe, ofRecipe, ofRuns];
