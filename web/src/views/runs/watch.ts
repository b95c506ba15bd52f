import { ApiError } from '../../net/api';
import { listen } from '../../net/events';
import { runsApi, type Run, type RunDetails, type RunList } from '../../net/runs';
import { createStore } from '../../store';

/** How many runs are chosen at most: more curves cannot be told apart. */
export const MOST_CHOSEN = 4;

export interface Watched {
  list: RunList | null;
  /** The runs that are shown in full, in the order in which they were chosen. */
  chosen: string[];
  details: Record<string, RunDetails>;
  /** Why the list could not be had, the last time. */
  failed: ApiError | null;
}

export const watched = createStore<Watched>({ list: null, chosen: [], details: {}, failed: null });

/** Keeps known runs where they stand, so that nothing moves under the pointer; new ones come last. */
export function inPlace(before: readonly Run[], now: readonly Run[]): Run[] {
  const fresh = new Map(now.map((run) => [run.id, run]));
  const kept = before.flatMap((run) => fresh.get(run.id) ?? []);
  const known = new Set(kept.map((run) => run.id));
  return [...kept, ...now.filter((run) => !known.has(run.id))];
}

async function readDetails(id: string): Promise<void> {
  try {
    const details = await runsApi.run(id);
    watched.update({ details: { ...watched.get().details, [id]: details } });
  } catch (error) {
    // Its file may be gone; the list says so the next time.
    if (!(error instanceof ApiError)) throw error;
  }
}

async function read(): Promise<void> {
  try {
    const list = await runsApi.list();
    const before = watched.get();
    const runs = inPlace(before.list?.runs ?? [], list.runs);
    const there = new Set(runs.map((run) => run.id));
    let chosen = before.chosen.filter((id) => there.has(id));
    const first = runs[0];
    if (before.list === null && first) chosen = [first.id];
    watched.update({ list: { ...list, runs }, chosen, failed: null });
    await Promise.all(chosen.map(readDetails));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    watched.update({ failed: error });
  }
}

let isReading = false;
let isStale = false;

/** Reads the runs; once more if they change meanwhile, so that what was read last is shown last. */
async function refresh(): Promise<void> {
  isStale = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isStale) {
      isStale = false;
      await read();
    }
  } finally {
    isReading = false;
  }
}

/** Shows a run as the server has just told it, and the list with it. */
export function changed(details: RunDetails): void {
  const before = watched.get();
  watched.update({ details: { ...before.details, [details.run.id]: details } });
  if (!before.chosen.includes(details.run.id)) choose(details.run.id, true);
  void refresh();
}

export function choose(id: string, shown: boolean): void {
  const others = watched.get().chosen.filter((one) => one !== id);
  const chosen = shown ? [...others.slice(-(MOST_CHOSEN - 1)), id] : others;
  watched.update({ chosen });
  if (shown) void readDetails(id);
}

/** Reads the runs whenever they change, until the returned function is called; not while nobody can see the page. */
export function watch(): () => void {
  const look = (): void => {
    if (!document.hidden) void refresh();
  };
  document.addEventListener('visibilitychange', look);
  const leave = listen({ runs: look });
  look();
  return () => {
    leave();
    document.removeEventListener('visibilitychange', look);
  };
}
