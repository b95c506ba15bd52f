/**
 * Runs every scenario in Debian's Chromium, two at a time: `npm test [-- NAME]`. With BAYESCHESS=FILE against that program,
 * but for those that only the mock can do; FRESH=1 then shows the page that lies in `dist` instead of the one that the
 * program was built with.
 */
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { accessible } from './scenarios/accessible';
import { clocks } from './scenarios/clocks';
import { coach } from './scenarios/coach';
import { hostile } from './scenarios/hostile';
import { leave } from './scenarios/leave';
import { levels } from './scenarios/levels';
import { network } from './scenarios/network';
import { openings } from './scenarios/openings';
import { phone } from './scenarios/phone';
import { pictures } from './scenarios/pictures';
import { play } from './scenarios/play';
import { recipes } from './scenarios/recipes';
import { seen } from './scenarios/seen';
import { shelves } from './scenarios/shelves';
import { spanish } from './scenarios/spanish';
import { told } from './scenarios/told';
import { views } from './scenarios/views';
import { whole } from './scenarios/whole';
import type { Scenario } from './scenario';
import { mockTarget, programTarget } from './target';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PROGRAM = process.env['BAYESCHESS'];
const DIST = 'dist';
/** Scenarios at a time; the longest wait for clocks and engines, so that one alone would leave the processor idle. */
const AT_ONCE = 2;

/** Hands out the script and the styles of `dist`, whatever names the program's own have. */
async function showFresh(context: BrowserContext): Promise<void> {
  const files = readdirSync(join(DIST, 'assets'));
  await context.route('**/assets/index-*', async (route) => {
    const extension = extname(new URL(route.request().url()).pathname);
    const fresh = files.find((file) => file.startsWith('index-') && extname(file) === extension);
    await (fresh ? route.fulfill({ path: join(DIST, 'assets', fresh) }) : route.continue());
  });
}

async function run(browser: Browser, scenario: Scenario, seed: number): Promise<string | undefined> {
  const program = scenario.mockOnly ? undefined : PROGRAM;
  const target = program ? await programTarget(program) : await mockTarget(DIST, seed);
  const options: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...scenario.options };
  const context = await browser.newContext(options);
  if (program && process.env['FRESH']) await showFresh(context);
  const complaints: string[] = [];
  const own = new URL(target.url).origin;
  context.on('page', (page) => {
    page.on('pageerror', (error) => complaints.push(`error in the page: ${error.message}`));
    page.on('console', (message) => {
      // A server that is away is part of some scenarios; what the policy bars or the page breaks is not.
      const about = message.text();
      if (message.type() === 'error' && !/Failed to load resource|net::ERR|EventSource/.test(about)) complaints.push(about);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(own) && !request.url().startsWith('blob:')) complaints.push(`left the machine: ${request.url()}`);
    });
  });
  try {
    await scenario.run(context, target);
    return complaints.find((complaint) => !scenario.expects?.test(complaint));
  } catch (error) {
    const page = context.pages()[0];
    mkdirSync('tests/out', { recursive: true });
    await page?.screenshot({ path: `tests/out/${scenario.name.replace(/\W+/g, '-')}.png` }).catch(() => undefined);
    return [error instanceof Error ? error.message : String(error), ...new Set(complaints)].join('; ');
  } finally {
    await context.close();
    await target.stop();
  }
}

async function main(): Promise<number> {
  if (!existsSync(CHROMIUM)) {
    console.error(`There is no browser at ${CHROMIUM}: install Debian's package chromium, or name another with CHROMIUM.`);
    return 2;
  }
  const wanted = process.argv.slice(2).filter((word) => word !== '--');
  const scenarios = [...play, ...clocks, ...levels, ...leave, ...openings, ...phone, ...coach, ...network, ...accessible, ...views, ...seen, ...shelves, ...told, ...recipes, ...spanish, ...hostile, ...whole, ...pictures].filter(
    (scenario) =>
      (wanted.length === 0 || wanted.some((word) => scenario.name.includes(word))) &&
      (!scenario.programOnly || PROGRAM !== undefined) &&
      (!scenario.pictureOnly || process.env['SCREENSHOTS'] !== undefined),
  );
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  let failed = 0;
  const waiting = scenarios.entries();
  const runTheRest = async (): Promise<void> => {
    for (const [number, scenario] of waiting) {
      const begin = Date.now();
      const fault = await run(browser, scenario, number + 1);
      if (fault !== undefined) failed += 1;
      const seconds = ((Date.now() - begin) / 1000).toFixed(1);
      console.log(`${fault === undefined ? 'ok    ' : 'FAILED'} ${scenario.name} (${seconds} s)${fault ? `\n       ${fault}` : ''}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, runTheRest));
  } finally {
    await browser.close();
  }
  console.log(`${scenarios.length - failed} of ${scenarios.length} scenarios passed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
