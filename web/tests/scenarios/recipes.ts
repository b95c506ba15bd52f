import type { BrowserContext, Page } from 'playwright-core';
import { english } from '../../src/i18n/en';
import { findings } from '../axe';
import { eventually, hold } from '../player';
import type { Scenario } from '../scenario';
import type { Target } from '../target';

async function open(context: BrowserContext, target: Target): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${target.url}#runs`);
  await page.locator('.start-run > .card-head button').click();
  await page.locator('.recipe-form').waitFor();
  return page;
}

async function fits(page: Page): Promise<void> {
  const { width, room } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: innerWidth }));
  hold(width <= room, `the page is ${width} px wide in a window of ${room}`);
}

const toml = (page: Page) => page.locator('.recipe pre').innerText();

function axeOnForm(name: string, options: NonNullable<Scenario['options']>): Scenario {
  return {
    name: `axe-core has no finding in forms and heat maps: ${name}`,
    options,
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target);
      for (const summary of await page.locator('.recipe-form summary').all()) await summary.click();
      const found = await findings(page);
      await page.locator('#run-kind').selectOption('2');
      await page.locator('.option-row').waitFor();
      found.push(...(await findings(page)));
      await fits(page);
      await page.locator('.start-run > .card-head button').click();
      await page.locator('.learned > summary').click();
      await page.locator('.heat').first().waitFor();
      await page.locator('.learned .chart').waitFor();
      await page.locator('.forecasts > summary').first().click();
      await page.locator('.reliability').first().waitFor();
      found.push(...(await findings(page)));
      await fits(page);
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  };
}

/** Whole numbers are read with the language's sign between groups; what may mean another number is a fault. */
function groups(locale: 'en-GB' | 'es-ES', grouped: string, other: string): Scenario {
  return {
    name: `recipes: ${grouped} games are twenty thousand, and ${other} are a fault (${locale})`,
    mockOnly: true,
    options: { locale },
    async run(context, target) {
      const page = await open(context, target);
      await page.locator('.recipe-form summary').first().click();
      const games = page.locator('#key-train-games-number');
      await games.fill(grouped);
      await eventually(async () => /"number": 20000\b/.test(await toml(page)), `${grouped} is 20000`);
      for (const wrong of [other, '2,5', '2.5']) {
        await games.fill(wrong);
        await page.locator('.fault .notice').waitFor();
        hold((await games.getAttribute('aria-invalid')) === 'true', `${wrong} is a fault`);
        await games.fill('400');
        await page.locator('.fault .notice').waitFor({ state: 'detached' });
      }
    },
  };
}

export const recipes: Scenario[] = [
  {
    name: 'recipes: a form makes the recipe, says a fault at its key, and starts the run',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target);
      const games = page.locator('#key-train-games-number');
      await page.locator('.recipe-form summary').first().click();
      hold((await page.locator('#key-train-games-number-meaning').innerText()).includes('what number means'), 'the key is explained');
      await games.fill('401');
      await page.locator('.fault .notice').waitFor();
      hold((await games.getAttribute('aria-invalid')) === 'true', 'the fault stands at its key');
      await games.fill('400');
      await eventually(async () => (await toml(page)).includes('400'), 'the recipe follows the form');
      hold(!(await toml(page)).includes('sprt'), 'a table that is not used is left out');
      await page.locator('.recipe-form summary').nth(1).click();
      await page.locator('.use-table input').check();
      await eventually(async () => (await toml(page)).includes('sprt'), 'a table that is used is there');
      await page.locator('#run-name').fill('training-1');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.recipe-form > .notice').waitFor();
      await page.locator('#run-name').fill('mine');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.run-name', { hasText: 'mine' }).waitFor();
    },
  },
  {
    name: 'recipes: a recipe that could not be asked for is not shown as if it were that of the form',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target);
      await page.locator('.recipe-form summary').first().click();
      await eventually(async () => (await toml(page)).includes('2000'), 'the recipe is there');
      await page.route('**/api/recipes/check', (route) => route.abort());
      const games = page.locator('#key-train-games-number');
      await games.fill('400');
      await page.locator('.fault .notice', { hasText: english.errors.codes.unreachable }).waitFor();
      hold((await toml(page)) === '', 'the old recipe is gone');
      await page.unroute('**/api/recipes/check');
      await games.fill('402');
      await eventually(async () => (await toml(page)).includes('402'), 'the new one is there');
      hold((await page.locator('.fault .notice').count()) === 0, 'and the failure is not');
    },
  },
  {
    name: 'runs: tables that could not be read leave the choices where they are',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      await page.locator('.learned > summary').click();
      await page.locator('.heat').nth(2).waitFor();
      const tables = /\/api\/runs\/[^/]+\/tables/;
      await page.route(tables, (route) => route.abort());
      const generation = page.locator('.learned .choices select').first();
      await generation.selectOption('1');
      await page.locator('.learned .notice').waitFor();
      hold((await generation.inputValue()) === '1', 'the choice is there');
      await page.unroute(tables);
      await generation.selectOption('2');
      await page.locator('.learned .notice').waitFor({ state: 'detached' });
    },
  },
  groups('en-GB', '20,000', '20.000'),
  groups('es-ES', '20.000', '20,000'),
  {
    name: 'recipes: options to be tuned are rows that are added and removed, with the fault at its key',
    mockOnly: true,
    async run(context, target) {
      const page = await open(context, target);
      await page.locator('#run-kind').selectOption({ label: 'Tune options of this program' });
      const rows = page.locator('.option-row');
      await eventually(async () => (await toml(page)).includes('"from": -40'), 'the form begins with an option');
      const from = page.locator('#key-tune-options-Contempt-from');
      await from.fill('-999');
      await page.locator('.fault .notice', { hasText: '-999 is not from -200 to 199' }).waitFor();
      hold((await from.getAttribute('aria-invalid')) === 'true', 'the fault stands at its key');
      await from.fill('-20');
      await page.locator('#option-to-add').selectOption('Level');
      await page.getByRole('button', { name: 'Add this option' }).click();
      hold((await rows.count()) === 2, 'an option is added');
      hold((await page.locator('#key-tune-options-Level-from').count()) === 0, 'a choice has no range');
      hold((await page.locator('#option-to-add option', { hasText: /^Level$/ }).count()) === 0, 'no option stands twice');
      await page.locator('#key-tune-options-Level-values').fill('full, basic');
      await eventually(async () => /"full",\s+"basic"/.test(await toml(page)), 'several values are a list');
      await page.getByRole('button', { name: 'Remove Contempt' }).click();
      await eventually(async () => !(await toml(page)).includes('Contempt'), 'an option is removed');
      hold(await page.evaluate(() => document.activeElement?.id === 'option-to-add'), 'the focus is not lost');
      await page.getByRole('button', { name: 'Remove Level' }).click();
      await page.locator('.option-rows.wrong').waitFor();
      await page.locator('#run-name').fill('tuned');
      hold(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled(), 'without options nothing starts');
      await page.getByRole('button', { name: 'Add this option' }).click();
      await eventually(async () => !(await page.getByRole('button', { name: 'Save the recipe' }).isDisabled()), 'a tuning can be saved');
    },
  },
  {
    name: 'runs: a trial of adaptation shows its arms and differences with intervals',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      const kind = page.locator('.run-row', { hasText: 'Trial of adaptation' });
      await kind.nth(2).waitFor();
      for (const place of [0, 1, 2]) await kind.nth(place).locator('input').check();
      const card = (place: number) => page.locator('.run', { has: page.locator('.card-head', { hasText: 'Trial of adaptation' }) }).nth(place);
      await card(2).waitFor();
      const begun = card(0).locator('.adaptation');
      hold((await begun.locator('h4').allInnerTexts()).at(-1) === 'Fixed policies, first fold', 'the first fold shows its policies');
      hold((await begun.locator('.interval').count()) === 5, 'the headroom and four policies');
      const over = card(1).locator('.adaptation');
      hold((await over.locator('.interval').first().innerText()).includes('+3.0 ± 5.0'), 'the difference has its interval');
      hold((await over.locator('ul').nth(1).locator('.interval').count()) === 4, 'each arm has a row');
      hold((await over.locator('ul').nth(1).innerText()).includes('1,500 games'), 'an arm says its games');
      await over.locator('summary').click();
      hold((await over.locator('ul').nth(2).locator('.interval').count()) === 4, 'the fixed policies stay to be seen');
      hold((await card(2).innerText()).includes('Another version'), 'a trial of another version says so');
    },
  },
  {
    name: 'runs: a run that the page started is stopped and goes on, others are shown',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      const card = page.locator('.run').first();
      await card.getByRole('button', { name: 'Stop' }).click();
      await card.locator('.own .notice', { hasText: 'Its process was killed' }).waitFor();
      await card.getByRole('button', { name: 'Go on' }).click();
      await card.getByRole('button', { name: 'Stop' }).waitFor();
      await page.locator('.run-row input').nth(1).check();
      await page.locator('.run').nth(1).waitFor();
      hold((await page.locator('.run').nth(1).locator('.own').count()) === 0, 'runs of others are only shown');
    },
  },
  {
    name: 'runs: one click plays against any generation',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      const buttons = page.locator('.run').first().locator('.generations button');
      await eventually(async () => (await buttons.count()) >= 3, 'each generation has a button');
      await page.getByRole('button', { name: 'Play against generation 2', exact: true }).click();
      await page.locator('section.play').waitFor();
      hold((await target.state()).against === 'training-1, generation 2', 'the game is against that generation');
      await page.locator('.player strong', { hasText: 'training-1, generation 2' }).waitFor();
      await eventually(() => page.evaluate(() => document.activeElement?.id === 'move-field'), 'the next key goes to the move field');
    },
  },
  {
    name: 'runs: heat maps with doubt, and the history of the square that was clicked',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      await page.locator('.learned > summary').click();
      await page.locator('.heat').nth(2).waitFor();
      hold((await page.locator('.heat').first().locator('.cell').count()) === 64, 'a board has 64 squares');
      const hatched = page.locator('.heat').nth(1).locator('rect[fill^="url"]');
      hold((await hatched.count()) === 63, 'every square but the one that is known is hatched, those at 0 ± 0, too');
      await page.locator('.learned h4', { hasText: 'own_knight_d5' }).waitFor();
      await page.getByText('not told apart from 0').first().waitFor();
      await page.locator('.heat').nth(1).locator('.cell').nth(36).click();
      await page.locator('.learned h4', { hasText: 'own_knight_e4' }).waitFor();
      await page.locator('.learned .choices select').nth(1).selectOption('tempo');
      await page.locator('.learned h4', { hasText: 'tempo' }).waitFor();
      hold((await page.locator('.heat').count()) === 0, 'a single weight has no board');
    },
  },
  {
    name: 'runs: predictions of a fit, with log-loss and reliability',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      const forecasts = page.locator('.forecasts').first();
      await forecasts.locator('summary').click();
      hold((await forecasts.locator('tbody tr').count()) === 4, 'four ways to predict have a row each');
      hold((await forecasts.locator('tbody td').first().innerText()) === '1.1000', 'the log-loss is written');
      hold((await forecasts.locator('.reliability .point').count()) === 8, 'two of them are drawn by four probabilities');
    },
  },
  axeOnForm('light', { colorScheme: 'light' }),
  axeOnForm('dark, in Spanish, on a phone', { colorScheme: 'dark', locale: 'es-ES', viewport: { width: 360, height: 740 } }),
];
