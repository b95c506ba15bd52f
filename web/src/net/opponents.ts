import { ask } from './api';
import type { OpponentName } from './contract';

/** What the server says of remembered opponents, after `src/serve/openapi.json`. */

export interface CardAxis {
  score: number;
  score_interval_95: [number, number];
}

export interface OpponentCard extends OpponentName {
  id: number;
  aliases: string[];
  games: number;
  games_played: number;
  first_seen: string;
  last_seen: string;
  axes: { attacking: CardAxis; complicating: CardAxis | null } | null;
  strength: { rating: number; rating_interval_95: [number, number]; scale: string } | null;
  strength_from: { games: number; not_used: number; not_measured: number; measured_by_another_table: number };
  /** Games that were read from files and whose openings are known, by the opponent's colour. */
  opening_games: { white: number; black: number };
}

/** Results of this program against the opponent. */
export interface ResultsAgainst {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  unfinished: number;
}

export interface OpponentDetails extends OpponentCard {
  habits: { sign: string; question: string; more: boolean; games: number; counts: [number, number]; mean: number | null; standard_errors: number }[];
  by_objective: Record<string, ResultsAgainst>;
  by_opening: Record<string, ResultsAgainst>;
  last_games: {
    played_at: string | null;
    source: 'played' | 'learned';
    color: 'white' | 'black';
    moves: number;
    opening: string | null;
    objective: string | null;
    result: 'win' | 'draw' | 'loss' | null;
    rating: number | null;
  }[];
}

interface Opponents {
  opponents: OpponentCard[];
  /** Moves of a game from which it is remembered, and tells of its player. */
  least_moves: number;
}

export const opponentsApi = {
  list: () => ask<Opponents>('/api/opponents'),
  one: (id: number) => ask<OpponentDetails>(`/api/opponents/${id}`),
  rename: (id: number, name: string) => ask<Opponents>(`/api/opponents/${id}/rename`, { name }),
  merge: (id: number, other: number) => ask<Opponents>(`/api/opponents/${id}/merge`, { other }),
  forget: (id: number, name: string, deleteGames: boolean) =>
    ask<Opponents>(`/api/opponents/${id}/forget`, { name, delete_games: deleteGames }),
  exportAddress: (id: number): string => `/api/opponents/${id}/export`,
};
