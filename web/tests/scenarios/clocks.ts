/** Each kind of clock is chosen by keyboard, and runs as its kind does. */
import type { Page } from 'playwright-core';
import { english } from '../../src/i18n/en';
import { spanish } from '../../src/i18n/es';
import type { Clocks, TimeSetting } from '../../src/net/contract';
import { findings } from '../axe';
import { begin, eventually, hear, heard, hold, makeMove, myTurn, playOut, shownMoves } from '../player';
import type { Scenario } from '../scenario';
import type { Target } from '../target';

const form = english.newGame.clockForm;

/** Goes on with the Tab key to the control of that label. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const control = document.activeElement;
      const labelled = control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.labels?.[0] : undefined;
      const own = [...(labelled?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
      return own.map((node) => node.textContent).join('').trim();
    });
    if (at === label) return;
  }
  throw new Error(`the Tab key reaches "${label}"`);
}

async function fill(page: Page, label: string, value: number): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(String(value));
}

/** Chooses in a list with the arrow keys. */
async function select(page: Page, label: string, options: Record<string, string>, wanted: string): Promise<void> {
  await tabTo(page, label);
  for (const _ of Object.keys(options)) await page.keyboard.press('ArrowUp');
  for (let at = Object.keys(options).indexOf(wanted); at > 0; at -= 1) await page.keyboard.press('ArrowDown');
}

interface Wanted {
  kind: keyof typeof form.kinds;
  periods?: keyof typeof form.period;
  /** The fields in the order in which Tab comes to them. */
  fields: [string, number][];
  engineMinutes?: number;
  time: TimeSetting;
  /** What `c` says of it. */
  said: RegExp;
}

const KINDS: Wanted[] = [
  {
    kind: 'increment',
    fields: [
      [form.minutes, 3],
      [form.seconds.increment, 2],
    ],
    engineMinutes: 1,
    time: { kind: 'increment', base_seconds: 180, increment_seconds: 2, engine_base_seconds: 60 },
    said: /Black: (1 minute|\d+ seconds)/,
  },
  {
    kind: 'delay',
    fields: [
      [form.minutes, 5],
      [form.seconds.delay, 2],
    ],
    time: { kind: 'delay', base_seconds: 300, increment_seconds: 2 },
    said: /Each move begins with a delay of 2 seconds/,
  },
  {
    kind: 'bronstein',
    fields: [
      [form.minutes, 5],
      [form.seconds.bronstein, 3],
    ],
    time: { kind: 'bronstein', base_seconds: 300, increment_seconds: 3 },
    said: /Each move gives back up to 3 seconds/,
  },
  {
    kind: 'hourglass',
    fields: [[form.minutes, 5]],
    time: { kind: 'hourglass', base_seconds: 300 },
    said: /Hourglass/,
  },
  {
    kind: 'increment',
    periods: 'again',
    fields: [
      [form.minutes, 100],
      [form.moves, 50],
      [form.seconds.increment, 0],
    ],
    time: { kind: 'increment', base_seconds: 6000, increment_seconds: 0, moves: 50 },
    said: /(49|50) moves to the next period/,
  },
  {
    kind: 'increment',
    periods: 'two',
    fields: [
      [form.minutes, 90],
      [form.moves, 40],
      [form.rest, 30],
      [form.seconds.increment, 30],
    ],
    time: { kind: 'increment', base_seconds: 5400, increment_seconds: 30, moves: 40, rest_seconds: 1800 },
    said: /(39|40) moves to the next period/,
  },
  { kind: 'fixed', fields: [[form.seconds.fixed, 20]], time: { move_seconds: 20 }, said: /^White: / },
];

/** The first clock of a kind. */
function of(kind: Wanted['kind']): Wanted {
  const wanted = KINDS.find((one) => one.kind === kind);
  hold(wanted, 'the kind is known');
  return wanted;
}

/** Starts a game with a clock of the form, by keyboard alone. */
async function choose(page: Page, target: Target, wanted: Wanted): Promise<void> {
  const before = (await target.state()).game?.id;
  const opener = page.locator('.top nav button').first();
  // A game that has just begun still takes the focus for its move field.
  await eventually(async () => {
    if ((await page.locator('dialog.dialog').count()) === 0) await opener.press('Enter');
    return (await page.locator('dialog.dialog[open] #level').count()) > 0;
  }, 'the dialog opens');
  // From the last choice the arrow goes around to the first.
  const chosen = (): Promise<string> => page.locator('input[name=clock]:checked').inputValue();
  await page.locator('input[name=clock]:checked').focus();
  for (let steps = 0; steps < 20 && (await chosen()) !== 'none'; steps += 1) {
    const before = await chosen();
    await page.keyboard.press('ArrowRight');
    await eventually(async () => (await chosen()) !== before, 'the arrow chooses the next clock');
  }
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => (await chosen()) === 'custom', 'the last choice is the form');
  await select(page, form.kind, form.kinds, wanted.kind);
  if (wanted.periods) await select(page, form.periods, form.period, wanted.periods);
  const labels = wanted.fields.map(([label]) => label);
  const shown = await page.locator('.clock-form .pair label').allInnerTexts();
  hold(shown.map((label) => label.trim()).join() === labels.join(), `${wanted.kind} has the fields ${labels.join()}, not ${shown.join()}`);
  for (const [label, value] of wanted.fields) await fill(page, label, value);
  if (wanted.engineMinutes !== undefined) {
    await tabTo(page, form.odds);
    await page.keyboard.press('Space');
    await fill(page, form.engineMinutes, wanted.engineMinutes);
  }
  await page.keyboard.press('Enter');
  // The game before is left.
  const leave = page.locator('dialog.leave .danger');
  await eventually(async () => {
    if ((await leave.count()) > 0) await leave.click({ timeout: 1_000 }).catch(() => undefined);
    return (await page.locator('dialog.dialog').count()) === 0;
  }, 'the dialog is done');
  await eventually(async () => (await target.state()).game?.id !== before, 'the game begins');
}

/** Makes one move each, after which the user's clock runs. */
async function oneMoveEach(page: Page, target: Target): Promise<Clocks> {
  const move = (await myTurn(target)).game?.legal[0];
  hold(move, 'there is a move');
  await makeMove(page, 'typed', { ...move, san: move.uci });
  const state = await eventually(async () => {
    const now = (await target.state()).game;
    return now && now.moves.length >= 2 && now.clocks?.running === 'white' ? now : undefined;
  }, 'the clock of the user runs');
  hold(state.clocks, 'there are clocks');
  return state.clocks;
}

/** The clock above the board, of the engine, or below it. */
async function face(page: Page, side: 'above' | 'below'): Promise<string> {
  const clocks = page.locator('.player .clock');
  return (side === 'above' ? clocks.first() : clocks.last()).innerText();
}

/** The seconds on a clock: `5:00`. */
function seconds(text: string): number {
  const [minutes, rest] = /(\d+):(\d+(?:\.\d)?)$/.exec(text)?.slice(1) ?? [];
  return 60 * Number(minutes) + Number(rest);
}

/** Low time is read out once in a game, also to those who have the sounds off. */
function lowTime(locale: 'en-GB' | 'es-ES'): Scenario {
  const texts = locale === 'en-GB' ? english : spanish;
  const warning = texts.time.low(texts.time.seconds(10));
  return {
    name: `clocks: low time of the user is read out once (${locale})`,
    options: { locale },
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      const low = page.locator('.clock.runs.low');
      for (const round of ['the first game', 'the second game']) {
        await hear(page);
        await page.evaluate(async (body) => {
          await fetch('/api/game/new', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        }, JSON.stringify({ color: 'white', time: { kind: 'increment', base_seconds: 12, increment_seconds: 1 } }));
        await eventually(async () => (await shownMoves(page)) === 0, `${round} is shown`);
        await oneMoveEach(page, target);
        await low.waitFor();
        let said = await heard(page);
        await eventually(async () => (said += await heard(page)).includes(warning), `${warning} (${round})`);
        const ply = await shownMoves(page);
        await playOut(page, target, [locale === 'en-GB' ? 'typed' : 'spanish'], 1);
        await eventually(async () => (await shownMoves(page)) === ply + 2, 'the engine has answered');
        await low.waitFor();
        await page.waitForTimeout(300);
        hold(!(await heard(page)).includes(warning), 'it is said once');
      }
    },
  };
}

export const clocks: Scenario[] = [
  lowTime('en-GB'),
  lowTime('es-ES'),
  {
    name: 'clocks: each kind is chosen by keyboard and told by the command c',
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      for (const wanted of KINDS) {
        await choose(page, target, wanted);
        const time = { kind: 'increment', ...(await target.state()).settings.time };
        for (const [key, value] of Object.entries(wanted.time)) {
          const set = time[key as keyof TimeSetting];
          hold(set === value, `${wanted.kind}: ${key} is ${value}, not ${set}`);
        }
        const running = await oneMoveEach(page, target);
        hold(running.kind === (wanted.kind === 'fixed' ? 'increment' : wanted.kind), `the clock is of the kind ${wanted.kind}`);
        await page.locator('#move-field').fill('c');
        await page.keyboard.press('Enter');
        await eventually(async () => wanted.said.test(await page.locator('.game .message').innerText()), `c says ${wanted.said}`);
      }
      // What was set last is there again, and axe-core finds nothing wrong with the form.
      await page.locator('.top nav button').first().click();
      hold((await page.locator('.clock-form select').inputValue()) === 'fixed', 'the form has the kind of the last game');
      hold((await page.locator('.clock-form input[type=number]').inputValue()) === '20', 'and its time');
      await page.locator('.clock-form select').selectOption('increment');
      await page.locator('.clock-form select').last().selectOption('two');
      await page.locator('.clock-form input[type=checkbox]').check();
      const found = await findings(page);
      hold(found.length === 0, found.join('\n'));
    },
  },
  {
    name: 'clocks: no time is won by loading the page again or in a second tab',
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      await choose(page, target, of('increment'));
      await oneMoveEach(page, target);
      const own = page.locator('.clock.runs');
      await own.waitFor();
      const atFirst = seconds(await own.innerText());
      await eventually(async () => seconds(await own.innerText()) <= atFirst - 3, 'three seconds pass');
      const left = seconds(await own.innerText());
      await page.reload();
      await own.waitFor();
      const again = seconds(await own.innerText());
      hold(again <= left, `loaded again it says ${again} s, ${left} s before`);
      const tab = await context.newPage();
      await tab.goto(target.url);
      const other = tab.locator('.clock.runs');
      await other.waitFor();
      // What the first tab passes on to the second one has come, too.
      await tab.waitForTimeout(500);
      const there = seconds(await other.innerText());
      hold(there <= again, `the second tab says ${there} s, ${again} s before`);
    },
  },
  {
    name: 'clocks: a delay stands still, and an hourglass gives to the other side',
    async run(context, target) {
      const page = await begin(context, target, { openings: 'initial' });
      await choose(page, target, of('delay'));
      await oneMoveEach(page, target);
      const began = Date.now();
      await page.locator('.clock.runs small').waitFor();
      hold(seconds(await face(page, 'below')) === 300, 'the clock stands still');
      await eventually(async () => seconds(await face(page, 'below')) < 300, 'after the delay the clock runs');
      hold(Date.now() - began > 1_500, 'and not before');
      hold((await page.locator('.clock.runs small').count()) === 0, 'the delay is over');
      await choose(page, target, of('hourglass'));
      await oneMoveEach(page, target);
      const sum = async (): Promise<number> => seconds(await face(page, 'above')) + seconds(await face(page, 'below'));
      await eventually(async () => seconds(await face(page, 'above')) > 300, 'the time of the other side rises');
      hold(seconds(await face(page, 'below')) < 300, 'that of the user falls');
      hold(Math.abs((await sum()) - 600) <= 2, 'and the sum stays');
    },
  },
];
