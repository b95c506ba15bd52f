import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import type { RunDetails } from '../../src/net/runs';
import { tickLabels } from '../../src/views/runs/scale';
import { findings } from '../axe';
import { eventually, hold } from '../player';
import type { Scenario } from '../scenario';
import { isProgram } from '../target';

/** What the chart says of the point that is chosen. */
const told = (chart: Locator): Promise<string> => chart.locator('.here span').innerText();

/** Puts the pointer on a point of a drawing. */
async function point(page: Page, at: Locator): Promise<void> {
  await at.scrollIntoViewIfNeeded();
  const box = await at.boundingBox();
  hold(box, 'the point is drawn');
  await page.mouse.move(box.x + box.width / 2 + 3, box.y + box.height / 2 + 3);
}

/** The numbers below a curve. */
const across = (chart: Locator): Promise<string[]> => chart.locator('.across').allTextContents();

export const charts: Scenario[] = [
  {
    name: 'charts: numbers at the lines have as many digits as tell them apart',
    mockOnly: true,
    run() {
      for (const [values, wanted] of [
        [[0, 5_000, 10_000], '0 5K 10K'],
        [[10_020, 10_040, 10_060], '10.02K 10.04K 10.06K'],
        [[-0.0002, 0, 0.0002], '-0.0002 0 0.0002'],
      ] as const) {
        const labels = tickLabels('en', values).join(' ');
        hold(labels === wanted, `${values.join(' ')} are written ${labels}`);
      }
      return Promise.resolve();
    },
  },
  {
    name: 'charts: the pointer and the arrow keys read values',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      const chart = page.locator('.chart').first();
      await point(page, chart.locator('.point').nth(1));
      hold(/^.A <b>first<\/b> training.: generation 2, 4,000 games, \+32 ± 12 Elo$/.test(await told(chart)), await told(chart));
      await page.mouse.move(5, 5);
      await eventually(async () => (await chart.locator('.here').count()) === 0, 'no value without the pointer');
      const reader = chart.getByRole('slider', { name: 'Points of the chart, one by one' });
      await reader.focus();
      hold((await told(chart)).includes('generation 1,'), 'the keyboard begins with the first point');
      await page.keyboard.press('ArrowRight');
      hold((await told(chart)).includes('generation 2,'), 'and goes on to the next');
      hold((await reader.getAttribute('aria-valuetext')) === (await told(chart)), 'a screen reader hears the same');
      const found = await findings(page);
      await page.keyboard.press('Escape');
      hold((await chart.locator('.here').count()) === 0, 'Escape takes it away');
      await page.locator('.forecasts summary').first().click();
      const forecasts = page.locator('.forecasts .chart').first();
      await point(page, forecasts.locator('.point').first());
      hold(/^.+: stated 10%, came 6% ± 4$/.test(await told(forecasts)), await told(forecasts));
      await page.locator('.run-row', { hasText: 'Glaurung' }).locator('input').check();
      const option = page.locator('.option-chart').first();
      await option.locator('input[type=range]').focus();
      await page.keyboard.press('End');
      hold((await told(option)) === '400: -6.0 ± 8.0 Elo', await told(option));
      hold(found.length === 0, [...new Set(found)].join('\n       '));
    },
  },
  {
    name: 'charts: a part is chosen by drawing over it, and stays while the run goes on',
    mockOnly: true,
    async run(context, target) {
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      const chart = page.locator('.chart').first();
      await page.locator('.run-row').nth(1).locator('input').check();
      await eventually(async () => (await chart.locator('.drawable .mean').count()) === 2, 'both curves are in one chart');
      const shapes = await chart.locator('.point').evaluateAll((all) => new Set(all.map((one) => one.tagName)).size);
      hold(shapes === 2, 'the points of two curves differ by more than colour');
      const points = () => chart.locator('svg .point').count();
      const before = await points();
      const box = await chart.locator('svg').boundingBox();
      hold(box, 'the chart is drawn');
      const whole = await across(chart);
      await page.mouse.move(box.x + 0.3 * box.width, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 120, { steps: 4 });
      hold((await chart.locator('.drawn').count()) === 1, 'the part is marked');
      await page.mouse.up();
      const part = await across(chart);
      hold(part.join() !== whole.join() && Number.parseFloat(part[0] ?? '0') >= 4, `the part is shown: ${part.join(' ')}`);
      const slider = chart.locator('.zoom input').first();
      hold(Number(await slider.inputValue()) > 3000, 'the sliders follow');
      await eventually(async () => (await points()) > before, 'a generation came', 20_000);
      hold((await across(chart)).join() === part.join(), 'the part stays');
      await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + 100);
      hold((await slider.inputValue()) === '0', 'a double click shows the whole');
    },
  },
  {
    name: 'runs: the report of a training that goes on stays unfolded and where it was when it is read again',
    programOnly: true,
    async run(context, target) {
      if (!isProgram(target)) return;
      const page = await context.newPage();
      await page.goto(`${target.url}#runs`);
      const ask = (path: string, body?: unknown): Promise<RunDetails> =>
        page.evaluate(
          async ([to, sent]) => {
            const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent ?? '' };
            return (await (await fetch(to, sent === undefined ? {} : post)).json()) as RunDetails;
          },
          [path, body === undefined ? undefined : JSON.stringify(body)] as const,
        );
      const recipe = { title: 'Endless', start: 'initial', seed: 1, games: { number: 8, nodes: 10 }, schedule: { generations: 1_000 }, validation: { games: 4, nodes: 10 } };
      const begun = await ask('/api/runs/start', { kind: 'train', name: 'endless', recipe, threads: 1 });
      const alone = await context.browser()?.newContext();
      if (!alone) throw new Error('no browser');
      try {
        const file = join(target.folder, 'endless', 'report.html');
        await eventually(() => existsSync(file), 'a report is written', 60_000);
        const report = await alone.newPage();
        await report.goto(pathToFileURL(file).href);
        const details = report.locator('details');
        await details.locator('summary').click();
        await report.evaluate(() => scrollTo(0, document.documentElement.scrollHeight - innerHeight - 500));
        const place = await report.evaluate(() => scrollY);
        await report.reload();
        hold(await details.evaluate((element) => (element as HTMLDetailsElement).open), 'what was unfolded stays so');
        await eventually(async () => Math.abs((await report.evaluate(() => scrollY)) - place) < 200, 'the place stays');
      } finally {
        await alone.close();
        const run = `/api/runs/${begun.run.id}`;
        await ask(`${run}/pause`, {});
        await eventually(async () => !(await ask(run)).own?.is_at_work, 'it is stopped', 60_000);
      }
    },
  },
];
