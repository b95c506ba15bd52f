/** The engine's levels in the rating of people who play as well. */
import type { Texts } from './i18n';
import { api } from './net/api';
import type { LevelRow, State } from './net/contract';
import { START_FEN } from './chess/line';
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

/** The level of this game and of the next one, after a game whose result the level follows; nothing else. */
export function nextLevelInWords({ game, settings }: State, rows: readonly LevelRow[], texts: Texts): string {
  const isPlayed = game?.result && game.moves.length > 0 && game.given_plies === 0 && game.start_fen === START_FEN;
  if (!isPlayed || !settings.match_me) return '';
  const [now, next] = [game.level.elo, settings.level.elo].map((elo) => {
    const human = elo === null ? undefined : humanRating(elo, rows);
    return human ? `${human.rating} ± ${human.error}` : elo === null ? texts.players.fullStrength : `UCI_Elo ${elo}`;
  });
  return texts.result.nextLevel(now ?? '', next ?? '');
}

/** Half the width of the 95 % interval of a level on the scale of engines: that of the row above it. */
export function levelError(elo: number, rows: readonly LevelRow[]): number {
  return (rows.find((row) => row.elo >= elo) ?? rows.at(-1))?.error_95 ?? 0;
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
