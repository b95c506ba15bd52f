import { ApiError } from '../../net/api';
import { runsApi, type Run, type RunDetails, type RunList } from '../../net/runs';
import { createStore } from '../../store';

/** How often the runs are asked for, in milliseconds. */
const EVERY_MS = 3_000;

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

async function refresh(): Promise<void> {
  try {
    const list = await runsApi.list();
    const before = watched.get();
    const runs = inPlace(before.list?.runs ?? [], list.runs);
    const there = new Set(runs.map((run) => run.id));
    let chosen = before.chosen.filter((id) => there.has(id));
    const first = runs[0];
    if (before.list === null && first) chosen = [first.id];
    watched.update({ list: { ...list, runs }, chosen, failed: null });
    const known = watched.get().details;
    const isOld = (id: string): boolean => {
      const run = runs.find((one) => one.id === id);
      const had = known[id]?.run;
      return !had || run?.status === 'running' || had.status !== run?.status || had.changed !== run.changed;
    };
    await Promise.all(chosen.filter(isOld).map(readDetails));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    watched.update({ failed: error });
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

/** Asks for the runs again and again until the returned function is called; not while nobody can see the page. */
export function watch(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const again = async (): Promise<void> => {
    clearTimeout(timer);
    if (!document.hidden) await refresh();
    if (!over) timer = setTimeout(() => void again(), EVERY_MS);
  };
  const seen = (): void => {
    if (!document.hidden) void again();
  };
  document.addEventListener('visibilitychange', seen);
  void again();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
