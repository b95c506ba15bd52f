import type { About, ColorName, Level, Levels, NewGame, Problem, State, TimeSetting } from './contract';

/** The server refused, or cannot be reached (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly state: State | undefined,
  ) {
    super(message);
  }
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
            keepalive: text.length < 30_000,
          },
    );
  } catch {
    throw new ApiError(0, 'unreachable', 'the program does not answer', undefined);
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new ApiError(
    answer.status,
    problem.code ?? String(answer.status),
    problem.error ?? answer.statusText,
    problem.state ?? undefined,
  );
}

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  return (await (await request(path, body)).json()) as T;
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
  newGame: (game: NewGame) => ask<State>('/api/game/new', game),
  move: (place: Place, move: string) => ask<State>('/api/game/move', { ...place, move, language: 'en' }),
  takeBack: (place: Place, toPly?: number, playOn = false) =>
    ask<State>('/api/game/takeback', { ...place, ...(toPly === undefined ? {} : { to_ply: toPly, play_on: playOn }) }),
  offerDraw: (place: Place) => ask<State>('/api/game/draw', place),
  resign: (place: Place) => ask<State>('/api/game/resign', place),
  hint: (place: Place, level: 'idea' | 'move') => ask<State>('/api/game/hint', { ...place, level }),
  level: (level: Level, matchMe: boolean) => ask<State>('/api/game/level', { level, match_me: matchMe }),
  adapt: (adapts: boolean) => ask<State>('/api/game/adapt', { adapts }),
  coach: (coach: boolean) => ask<State>('/api/game/coach', { coach }),
  insist: (place: Place) => ask<State>('/api/game/insist', place),
  load: (text: string, human: ColorName | null, time: TimeSetting | null) =>
    ask<State>('/api/game/load', { text, time, ...(human ? { human } : {}) }),
  pgn: async (): Promise<string> => (await request('/api/game/pgn', undefined)).text(),
};
