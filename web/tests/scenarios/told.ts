/** Changes that the server tells of: shown in every tab, and nothing is asked for by a timer. */
import type { BrowserContext, Page } from 'playwright-core';
import { eventually, hold, openStreams } from '../player';
import type { Scenario } from '../scenario';
import { isProgram, type Target } from '../target';

const GAMES = '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n';

/** Counts how often the pages of the context ask for this path, from now on. */
function asks(context: BrowserContext, path: string): () => number {
  let count = 0;
  context.on('request', (request) => void (new URL(request.url()).pathname === path && (count += 1)));
  return () => count;
}

const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const rows = async (page: Page): Promise<string> => (await page.locator('.run-row').allInnerTexts()).join('\n');

/** Changes a run: those of the mock go on a while, the program plays games into its database. */
async function changeRuns(target: Target, nodes: number): Promise<void> {
  if (isProgram(target)) await target.command('selfplay', '--games', '4', '--nodes', `${nodes}`, '--threads', '1', '--new-run');
  else {
    target.runsGoOn?.(true);
    await rest(3_000);
    target.runsGoOn?.(false);
  }
}

/** Makes a page believe that nobody sees it, or that somebody does again. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

async function openRuns(context: BrowserContext, target: Target): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${target.url}#runs`);
  await page.locator('.run-list').waitFor();
  return page;
}

export const told: Scenario[] = [
  {
    name: 'told: runs that change are shown, and nobody asks while they do not',
    async run(context, target) {
      target.runsGoOn?.(false);
      const asked = asks(context, '/api/runs');
      const page = await openRuns(context, target);
      await rest(1_000);
      const before = await rows(page);
      const first = asked();
      hold(first >= 1 && first <= 3, `the list was asked for ${first} times`);
      await rest(7_000);
      hold(asked() === first, `the list was asked for ${asked() - first} times while nothing changed`);
      await changeRuns(target, 20);
      await eventually(async () => (await rows(page)) !== before, 'the change is shown');
      hold(asked() > first, 'the list was asked for');
      await rest(3_000);
      const last = asked();
      await rest(4_000);
      hold(asked() === last, 'it is quiet again');
    },
  },
  {
    name: 'told: a tab without the stream, one that was hidden, and a server started again',
    async run(context, target) {
      target.runsGoOn?.(false);
      const streams = openStreams(context);
      const leader = await context.newPage();
      await leader.goto(target.url);
      await leader.locator('dialog.dialog').waitFor();
      const page = await openRuns(context, target);
      await rest(1_000);
      let before = await rows(page);
      const changed = (why: string): Promise<true> => eventually(async () => (await rows(page)) !== before || undefined, why);
      await changeRuns(target, 20);
      await changed('the other tab passes the change on');
      hold(streams() === 1, `${streams()} event streams are open`);
      await rest(3_000);
      await hide(page, true);
      before = await rows(page);
      const asked = asks(context, '/api/runs');
      await changeRuns(target, 21);
      await rest(3_000);
      hold(asked() === 0 && (await rows(page)) === before, 'a page that nobody sees asks for nothing');
      await hide(page, false);
      await changed('what changed meanwhile is shown');
      await target.kill();
      await page.locator('.connection.shown').waitFor();
      before = await rows(page);
      if (isProgram(target)) await changeRuns(target, 22);
      await target.revive();
      if (!isProgram(target)) target.runsGoOn?.(true);
      await eventually(async () => (await rows(page)) !== before, 'the list of the new server is shown', 20_000);
      // The tab with the stream is closed: another takes over.
      await leader.close();
      before = await rows(page);
      await changeRuns(target, 23);
      await changed('the tab follows by itself');
      hold(streams() === 1, `${streams()} event streams are open`);
    },
  },
  {
    name: 'told: the status of the report, in two tabs',
    async run(context, target) {
      const asked = asks(context, '/api/me');
      const [page, other] = [await context.newPage(), await context.newPage()];
      for (const tab of [page, other]) {
        await tab.goto(`${target.url}#me`);
        await tab.locator('input[type=file]').waitFor();
      }
      const send = (): Promise<void> =>
        page.locator('input[type=file]').setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) });
      await send();
      for (const tab of [page, other]) await tab.locator('.which').waitFor();
      await other.getByLabel('Anna').check();
      await other.getByRole('button', { name: 'Write the report' }).click();
      for (const tab of [page, other]) await tab.locator('.report').waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Another file' }).click();
      for (const tab of [page, other]) {
        await tab.locator('input[type=file]').waitFor();
        hold((await tab.locator('.report').count()) === 0, 'the report is gone with its file');
      }
      await send();
      await other.locator('.which').waitFor();
      await target.kill();
      await other.locator('.connection.shown').waitFor();
      await target.revive();
      // The program forgets the file when it ends; the mock does not.
      for (const tab of [page, other]) {
        await tab.locator('.connection.shown').waitFor({ state: 'detached', timeout: 15_000 });
        await tab.locator(isProgram(target) ? 'input[type=file]' : '.which').waitFor();
      }
      hold(asked() === 0, `the status was asked for ${asked()} times`);
    },
  },
];
