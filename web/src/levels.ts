/** The engine's levels in the rating of people who play as well. */
import type { Texts } from './i18n';
import { api } from './net/api';
import type { LevelRow } from './net/contract';
import { createStore } from './store';

/** The list of levels, once the server has given it. */
export const levels = createStore<{ rows: LevelRow[] }>({ rows: [] });

/** Asks for the list, unless it is there. */
export function loadLevels(): void {
  if (levels.get().rows.length > 0) return;
  api.levels().then(
    (found) => levels.set({ rows: found.levels }),
    () => undefined,
  );
}

/** A rating of people with half the width of its 95 % interval. */
export interface HumanRating {
  rating: number;
  error: number;
}

const tens = (value: number): number => 10 * Math.round(value / 10);

/** The rating of people who play as well as a level, between two rows by the distance to each; undefined while it is not known. */
export function humanRating(elo: number, rows: readonly LevelRow[]): HumanRating | undefined {
  const above = rows.find((row) => row.elo >= elo) ?? rows.at(-1);
  const below = rows.findLast((row) => row.elo <= elo) ?? rows[0];
  if (!above?.human || !below?.human) return undefined;
  const part = above.elo > below.elo ? (elo - below.elo) / (above.elo - below.elo) : 0;
  const between = (low: number, high: number): number => low + part * (high - low);
  const half = ({ interval_95: [low, high] }: NonNullable<LevelRow['human']>): number => (high - low) / 2;
  return {
    rating: tens(between(below.human.elo, above.human.elo)),
    error: tens(between(half(below.human), half(above.human))),
  };
}

/** A level as a person says it, and its small print: the scale of engines. */
export function levelInWords(elo: number | null, rows: readonly LevelRow[], texts: Texts): { level: string; smallPrint: string } {
  if (elo === null) return { level: texts.players.fullStrength, smallPrint: '' };
  const human = humanRating(elo, rows);
  const engineScale = `UCI_Elo ${elo}`;
  return human
    ? { level: texts.players.level(String(human.rating), String(human.error)), smallPrint: engineScale }
    : { level: engineScale, smallPrint: '' };
}
