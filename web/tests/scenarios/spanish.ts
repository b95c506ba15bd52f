/** In Spanish nothing is English but what the program, a system or an engine says, and that is marked. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { spanish as texts } from '../../src/i18n/es';
import { openingName } from '../../src/i18n/openings.es';
import { choose, endGame, eventually, hold, myTurn, playOut } from '../player';
import type { Scenario } from '../scenario';

/** Visible texts, and names for screen readers, with an English word in them, but for what is marked as English, and code. */
async function englishIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const english = /\b(the|of|and|with|not|is|are|was|were|games?|moves?|cannot|this|that|these|you|your|from|for|by|after|before)\b/i;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('[lang=en], code, pre, .run-name, script, noscript')) continue;
      // An option of the engine in the tuning.
      const text = (node.textContent ?? '').replaceAll('Null Move', '');
      // One word is the name of something, such as a file or a technique of the search.
      if (/\s/.test(text.trim()) && english.test(text)) found.push(text);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) {
        const text = (element.getAttribute(name) ?? '').replaceAll('Null Move', '');
        if (english.test(text)) found.push(`${name}: ${text}`);
      }
    }
    return found;
  });
}

async function isSpanish(page: Page, where: string): Promise<void> {
  const found = await englishIn(page);
  hold(found.length === 0, `${where}: ${[...new Set(found)].join(' | ')}`);
}

/** Some names of openings with those that Spanish books use. */
const OPENINGS: Record<string, string> = {
  'Sicilian Defense: Najdorf Variation': 'Defensa siciliana: variante Najdorf',
  'Sicilian Defense: Accelerated Dragon, Maróczy Bind': 'Defensa siciliana: Dragón acelerado, tenaza de Maróczy',
  "King's Indian Defense: Four Pawns Attack": 'Defensa india de rey: ataque de los cuatro peones',
  "King's Gambit Accepted: Bishop's Gambit": 'Gambito de rey aceptado: gambito de alfil',
  'Ruy Lopez: Exchange Variation': 'Apertura española: variante del cambio',
  'Italian Game: Two Knights Defense, Fried Liver Attack': 'Apertura italiana: defensa de los dos caballos, ataque del hígado frito',
  "King's Indian Attack, with Bf5": 'Ataque indio de rey, con Af5',
  'Caro-Kann Defense: Advance, Short Variation': 'Defensa Caro-Kann: avance, variante Short',
};

/** English words that are parts of no name of a person or a place. */
const ENGLISH_IN_NAMES =
  /\b(Variations?|Defenses?|Attack|Game|Opening|System|Line|Trap|Gambit|Countergambit|Counterattack|Formation|Accepted|Declined|Deferred|Reversed|Delayed|Accelerated|Exchange|Advance|Classical|Modern|Closed|Open|Old|Main|King|Queen|Bishop|Knights?|Rooks?|Pawns?|Two|Three|Four|Double|Center|Wing|Sicilian|French|English|Italian|Spanish|Scotch|Vienna|Indian|Slav|Dutch|Polish|Danish|with|and|the)\b/i;

export const spanish: Scenario[] = [
  {
    name: 'in Spanish: names of openings',
    options: {},
    mockOnly: true,
    run() {
      for (const [english, name] of Object.entries(OPENINGS)) hold(openingName(english) === name, `${english}: ${openingName(english)}`);
      const lines = readFileSync('../data/opening-names.tsv', 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const names = new Set(lines.map((line) => line.split('\t')[3] ?? ''));
      hold(names.size > 3_000, 'the table was read');
      const odd = [...names].map(openingName).filter((name) => ENGLISH_IN_NAMES.test(name) || / {2}|undefined/.test(name));
      hold(odd.length === 0, odd.join(' | '));
      return Promise.resolve();
    },
  },
  {
    name: 'in Spanish: no English in the game, its review and the dialogs',
    options: { locale: 'es-ES' },
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(target.url);
      await page.locator('dialog.dialog #level').waitFor();
      await isSpanish(page, 'the new game');
      await choose(page, 'clock', 'custom');
      for (const kind of Object.keys(texts.newGame.clockForm.kinds)) {
        await page.locator('.clock-form select').first().selectOption(kind);
        await isSpanish(page, `the clock of the kind ${kind}`);
      }
      await choose(page, 'clock', 'none');
      await page.locator('.seat input[type=text]').fill('Ana');
      await page.locator('dialog button[type=submit]').click();
      await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      await myTurn(target);
      await playOut(page, target, ['spanish'], 14);
      await isSpanish(page, 'the game');
      await endGame(page, target);
      await page.locator('.review h3').first().waitFor();
      await isSpanish(page, 'the review');
      for (const button of await page.locator('.top nav button').all()) {
        await button.click();
        await page.locator('dialog.dialog').waitFor();
        for (const summary of await page.locator('dialog summary').all()) await summary.click();
        await isSpanish(page, await button.innerText());
        await page.keyboard.press('Escape');
        await page.locator('dialog.dialog').waitFor({ state: 'detached' });
      }
    },
  },
  {
    name: 'in Spanish: no English in the report, the opponents and the runs',
    options: { locale: 'es-ES' },
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#me`);
      await page.locator('input[type=file]').setInputFiles({ name: 'mias.pgn', mimeType: 'text/plain', buffer: Buffer.from('1. e4 *') });
      await page.locator('.which').waitFor();
      await isSpanish(page, 'the names');
      const damaged = page.locator('.notice').first();
      hold((await damaged.innerText()).startsWith(`${texts.me.damaged}: en inglés: `), 'what is English is said to be so');
      await page.getByLabel('Anna').check();
      await page.locator('.which ~ .controls button[type=submit]').click();
      await page.locator('.report').waitFor();
      for (const summary of await page.locator('.report summary').all()) await summary.click();
      await isSpanish(page, 'the report');
      await page.locator('.views a[href="#opponents"]').click();
      await page.locator('.person summary').first().click();
      await page.locator('.person table').first().waitFor();
      await isSpanish(page, 'the opponents');
      await page.locator('.views a[href="#runs"]').click();
      await page.locator('.run-row').first().waitFor();
      const unreadable = page.locator('.unreadable li');
      hold((await unreadable.nth(0).innerText()).includes('en inglés: not a journal'), 'what no code tells is marked as English');
      hold((await unreadable.nth(1).innerText()).includes('esquema 9'), 'a code is said in Spanish');
      hold((await unreadable.nth(1).locator('[lang=en]').count()) === 0, 'nothing of it is English');
      for (const mark of await page.locator('.run-row input').all()) {
        await mark.check();
        await page.waitForTimeout(150);
        await isSpanish(page, 'the runs');
      }
    },
  },
  {
    name: 'in Spanish: a fault of a recipe is told with its key, and a number may have a comma',
    options: { locale: 'es-ES' },
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      await page.locator('.start-run > .card-head button').click();
      await page.locator('.recipe-form').waitFor();
      for (const summary of await page.locator('.recipe-form summary').all()) await summary.click();
      const number = page.locator('#key-train-games-number');
      const fault = page.locator('.fault .notice');
      await number.fill('dos');
      await eventually(async () => /games\.number.*lo que significa number.*: hace falta un número entero/.test(await fault.innerText()), 'a word is no number');
      await number.fill('7');
      await eventually(async () => /games\.number.*: 7 es impar; las partidas van por pares/.test(await fault.innerText()), 'the fault itself is told');
      hold((await page.locator('.fault [lang=en]').count()) === 0, 'nothing of it is English');
      await isSpanish(page, 'the form');
      await number.fill('8');
      await fault.waitFor({ state: 'detached' });
      await page.locator('.use-table input').check();
      await page.locator('#key-train-validation-sprt-elo1').fill('7,5');
      await eventually(async () => /"elo1": 7\.5/.test(await page.locator('.recipe pre').innerText()), 'a comma parts decimals');
    },
  },
];
