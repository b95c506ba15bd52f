/** Names of many kinds through every view that shows names: they are text, and the page stays as wide as the window. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePgn } from 'chessops/pgn';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { HOSTILE_NAMES } from '../names';
import { eventually, hold, myTurn } from '../player';
import type { Scenario } from '../scenario';
import { isProgram, type ProgramTarget } from '../target';

const PHONE = { viewport: { width: 360, height: 740 } };

/** What a name has done to the page, and must not. */
async function harm(page: Page, where: string): Promise<string[]> {
  const found = await page.evaluate((names) => {
    const harmed: string[] = [];
    if ('ran' in globalThis) harmed.push('a script ran');
    const foreign = '#injected, img, iframe, object, embed, base, main h1, main style, main script, [onerror], [onload], [onmouseover]';
    for (const element of document.querySelectorAll(foreign)) harmed.push(`there is ${element.outerHTML.slice(0, 80)}`);
    if (document.querySelectorAll('script').length !== 1) harmed.push('there is another script');
    if (document.querySelector('a[href^="javascript:"], meta[http-equiv]')) harmed.push('there is an address that is a script');
    const width = document.documentElement.scrollWidth;
    if (width > innerWidth) {
      const wide = [...document.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('.wide-table > *, pre, svg > *'),
      );
      const first = wide.at(-1);
      harmed.push(`the page is ${width} px wide: ${first?.parentElement?.className} > ${first?.tagName}.${first?.className} ${first?.textContent?.slice(0, 40)}`);
    }
    // What stands behind a name in the same line must not change its direction.
    for (const element of document.querySelectorAll('main *')) {
      const style = getComputedStyle(element);
      const isName = element.childElementCount === 0 && names.includes(element.textContent ?? '');
      if (isName && style.display === 'inline' && style.unicodeBidi === 'normal') harmed.push(`a direction leaves ${element.tagName}.${element.className}`);
    }
    return [...new Set(harmed)];
  }, HOSTILE_NAMES);
  return found.map((what) => `${where}: ${what}`);
}

/** How many of the names stand in the page as they are, blanks apart. */
async function shown(page: Page): Promise<number> {
  const plain = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, '');
  const text = plain(await page.evaluate(() => document.body.textContent ?? ''));
  return HOSTILE_NAMES.filter((name) => text.includes(plain(name))).length;
}

async function open(context: BrowserContext, address: string, view: string): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => page.evaluate(() => Object.assign(globalThis, { ran: 1 }))));
  await page.goto(`${address}#${view}`);
  if (view !== 'play') await page.locator('#content').waitFor();
  return page;
}

/** Asks the server as the page would. */
function ask(page: Page, path: string, body?: object): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([to, sent]) => {
      const how = sent === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent };
      const answer = await fetch(to, how);
      return { status: answer.status, text: await answer.text() };
    },
    [path, body ? JSON.stringify(body) : null] as const,
  );
}

async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelectorAll('main details').forEach((element) => element.setAttribute('open', '')));
}

/** Opens whatever can be opened in a view, and looks for harm each time. */
async function openAll(page: Page, where: string): Promise<string[]> {
  const found = await harm(page, where);
  await openDetails(page);
  await page.waitForTimeout(300);
  found.push(...(await harm(page, `${where}, opened`)));
  for (const button of await page.locator('.person').first().locator('.change > .controls button').all()) {
    await button.click();
    await page.locator('.change form').first().waitFor();
    found.push(...(await harm(page, `${where}, ${await button.innerText()}`)));
    await button.click();
  }
  return found;
}

/** One game, in which both have made the moves that are needed to be remembered. */
const GAME = `[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 1-0
`;

/** Opponents of these names come from a file of another person. */
async function remember(target: ProgramTarget): Promise<void> {
  const [game, file] = [join(target.folder, 'anna.pgn'), join(target.folder, 'opponents.json')];
  writeFileSync(game, GAME);
  await target.command('opponent', 'learn', game, '--player', '=Anna');
  await target.command('opponent', 'export', file);
  const [anna] = (JSON.parse(readFileSync(file, 'utf8')) as { opponents: object[] }).opponents;
  const opponents = HOSTILE_NAMES.map((name) => ({ ...anna, name, aliases: [`alias ${name}`] }));
  writeFileSync(file, JSON.stringify({ format: 1, opponents }));
  await target.command('opponent', 'import', file);
}

const escaped = (name: string): string => name.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/[\r\n]+/g, ' ');
const PGN = HOSTILE_NAMES.map((name) => `[White "${escaped(name)}"]\n[Black "Anna"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n`).join('\n');

async function report(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.locator('input[type=file]').setInputFiles({ name: '<img src=x>.pgn', mimeType: 'text/plain', buffer: Buffer.from(PGN) });
  await page.locator('.which').waitFor({ timeout: 60_000 });
  found.push(...(await harm(page, 'me, names')));
  for (const name of await page.locator('.which input').all()) await name.check();
  await page.locator('.which ~ .controls button[type=submit]').click();
  await page.locator('.report').waitFor({ timeout: 60_000 });
  found.push(...(await openAll(page, 'me')));
  await page.emulateMedia({ media: 'print' });
  found.push(...(await harm(page, 'me, printed')));
  await page.emulateMedia({ media: 'screen' });
  return found;
}

/** Fields of the server's answers that hold what other people have named. */
const NAMED = new Set(
  'name title first second feature rung engine player file game against origin scale problem last_fault command said option_list names aliases damaged settings'.split(' '),
);

/** Replaces every name in an answer by the next hostile one. */
function poisoned(value: unknown, next: () => string, isNamed = false): unknown {
  if (typeof value === 'string') return isNamed ? next() : value;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, next, isNamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one, next, NAMED.has(key))]));
}

/** Hands on what the server answers, with other names; what the page sends is not changed. */
async function poison(context: BrowserContext): Promise<void> {
  let place = 0;
  const next = (): string => HOSTILE_NAMES[place++ % HOSTILE_NAMES.length] ?? '';
  await context.route('**/api/{runs,opponents,me}**', (route: Route) => answerPoisoned(route, next));
  await context.route('**/api/{runs,opponents,me}/**', (route: Route) => answerPoisoned(route, next));
}

async function answerPoisoned(route: Route, next: () => string): Promise<void> {
  const response = await route.fetch();
  const body: unknown = await response.json();
  await route.fulfill({ response, body: JSON.stringify(poisoned(body, next)) });
}

export const hostile: Scenario[] = [
  {
    name: 'hostile names at the board, in the game as PGN, in opponents, report and runs',
    programOnly: true,
    options: PHONE,
    async run(context, target) {
      hold(isProgram(target), 'the target is the program');
      HOSTILE_NAMES.forEach((name, place) => {
        const file = name.replace(/[/\u0000]/g, '_');
        if (Buffer.byteLength(file) < 200) writeFileSync(join(target.folder, `${place}${file}.journal`), 'no journal');
      });
      const page = await open(context, target.url, 'play');
      await page.locator('dialog.dialog').waitFor();
      await page.keyboard.press('Escape');
      const found: string[] = [];
      let seated = 0;
      // A game belongs to who made its first move.
      const beginGame = async (): Promise<void> => {
        await ask(page, '/api/game/new', { level: { elo: 800 }, color: 'white', time: null, match_me: false, openings: 'varied' });
        const { game } = await myTurn(target);
        await ask(page, '/api/game/move', { game: game?.id, ply: 0, move: 'e2e4' });
      };
      for (const name of HOSTILE_NAMES) {
        const { status } = await ask(page, '/api/seat', { name });
        hold(status === 200 || (status >= 400 && status < 500), `the name is taken or refused, not answered with ${status}`);
        if (status !== 200) continue;
        seated += 1;
        await beginGame();
        if (/^[\x20-\x7e]{5,60}$/.test(name)) {
          await eventually(async () => (await page.locator('.who').allInnerTexts()).some((text) => text.includes(name)), `${name} sits at the board`);
        }
        const { text } = await ask(page, '/api/game/pgn');
        const games = parsePgn(text);
        hold(games.length === 1 && games[0]?.headers.get('Result') === '*', `one game is written for ${JSON.stringify(name.slice(0, 40))}`);
        hold([...text.matchAll(/^\[White "/gm)].length === 1 && [...games[0].moves.mainline()][0]?.san === 'e4', 'its move is there');
        found.push(...(await harm(page, `play, ${JSON.stringify(name.slice(0, 40))}`)));
      }
      hold(seated > 40, `only ${seated} names were taken`);
      await remember(target);
      const people = await open(context, target.url, 'opponents');
      await eventually(async () => (await people.locator('.person').count()) > 40, 'they are remembered');
      const known = await shown(people);
      hold(known > 30, `only ${known} names stand there as they are`);
      found.push(...(await openAll(people, 'opponents')));
      found.push(...(await report(await open(context, target.url, 'me'))));
      const runs = await open(context, target.url, 'runs');
      await eventually(async () => (await runs.locator('.unreadable li').count()) > 30, 'unreadable files are named');
      found.push(...(await harm(runs, 'runs')));
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  },
  {
    name: 'hostile names in every field of runs, opponents and report',
    mockOnly: true,
    options: PHONE,
    async run(context, target) {
      const found: string[] = [];
      await poison(context);
      const runs = await open(context, target.url, 'runs');
      await runs.locator('.run-row').first().waitFor();
      for (const mark of await runs.locator('.run-row input').all()) {
        await mark.check();
        await runs.waitForTimeout(200);
        await openDetails(runs);
        found.push(...(await harm(runs, 'runs')));
      }
      hold((await shown(runs)) > 20, 'the names stand there as they are');
      await runs.close();
      const people = await open(context, target.url, 'opponents');
      await people.locator('.person').first().waitFor();
      found.push(...(await openAll(people, 'opponents')));
      await people.close();
      const me = await open(context, target.url, 'me');
      await report(me).then((harmed) => found.push(...harmed));
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  },
];
