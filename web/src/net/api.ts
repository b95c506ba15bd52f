import type { About, AdaptRule, ColorName, Level, Levels, NewGame, PastedReject, Problem, ProblemCode, State, TimeSetting } from './contract';

/** The longest command that the server takes, in bytes. */
export const LONGEST_COMMAND = 1_000_000;

/** The longest name of a player, in characters, as `src/identity/names.rs` cuts it. */
export const LONGEST_NAME = 64;

/** The longest body that outlives the page, in bytes; browsers allow 64 KiB for all that are under way. */
const KEPT_ALIVE = 30_000;

/** The server refused, or cannot be reached (`status` 0). */
export class ApiError extends Error {
  readonly code: ProblemCode | 'unreachable' | undefined;
  readonly reject: PastedReject | undefined;
  readonly state: State | undefined;

  constructor(
    readonly status: number,
    problem: Partial<Omit<Problem, 'code'>> & { code?: ProblemCode | 'unreachable' },
  ) {
    super(problem.error ?? String(status));
    this.code = problem.code;
    this.reject = problem.reject;
    this.state = problem.state ?? undefined;
  }
}

/** What is thrown when nobody answers. */
export const unreachable = (): ApiError => new ApiError(0, { code: 'unreachable' });

/** What is thrown for an answer that is no success. */
export async function refusalOf(answer: Response): Promise<ApiError> {
  return new ApiError(answer.status, (await answer.json().catch(() => ({}))) as Partial<Problem>);
}

async function request(path: string, body: unknown): Promise<Response> {
  const text = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(
      path,
      body === undefined
        ? { cache: 'no-store' }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: text,
            // A move that was made must arrive although the page is being loaded again.
            keepalive: new TextEncoder().encode(text).length < KEPT_ALIVE,
          },
    );
  } catch {
    throw unreachable();
  }
  if (answer.ok) return answer;
  throw await refusalOf(answer);
}

/** The body of an answer; one that breaks off is no answer. */
export async function whole<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch {
    throw unreachable();
  }
}

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  return (await whole((await request(path, body)).json())) as T;
}

export interface Place {
  game: string;
  ply: number;
}

export const api = {
  state: () => ask<State>('/api/state'),
  levels: () => ask<Levels>('/api/levels'),
  about: () => ask<About>('/api/about'),
  seat: (name: string | null) => ask<State>('/api/seat', { name }),
  /** Begins another game; what is left out stays as in the settings. */
  newGame: (game: Partial<NewGame>) => ask<State>('/api/game/new', game),
  move: (place: Place, move: string) => ask<State>('/api/game/move', { ...place, move, language: 'en' }),
  takeBack: (place: Place, toPly?: number, playOn = false) =>
    ask<State>('/api/game/takeback', { ...place, ...(toPly === undefined ? {} : { to_ply: toPly, play_on: playOn }) }),
  offerDraw: (place: Place) => ask<State>('/api/game/draw', place),
  resign: (place: Place) => ask<State>('/api/game/resign', place),
  hint: (place: Place, level: 'idea' | 'move') => ask<State>('/api/game/hint', { ...place, level }),
  level: (level: Level, matchMe: boolean) => ask<State>('/api/game/level', { level, match_me: matchMe }),
  adapt: (adapts: boolean, rule?: AdaptRule) => ask<State>('/api/game/adapt', { adapts, rule }),
  coach: (coach: boolean) => ask<State>('/api/game/coach', { coach }),
  insist: (place: Place) => ask<State>('/api/game/insist', place),
  load: (text: string, human: ColorName | null, time: TimeSetting | null) =>
    ask<State>('/api/game/load', { text, time, ...(human ? { human } : {}) }),
  pgn: async (): Promise<string> => whole((await request('/api/game/pgn', undefined)).text()),
};
