/** What the server says of the report about the user, after `src/serve/openapi.json`. */
import { ask, refusalOf, unreachable, whole } from './api';
import type { StyleName } from './contract';
import type { AmongPeers } from './report';
import type { ExampleGame, WinDrawLoss } from './results';

export type ReportStage = 'empty' | 'receiving' | 'reading' | 'ready' | 'reporting' | 'done';

export interface ReportStatus {
  stage: ReportStage;
  file: string;
  most_bytes: number;
  bytes: number;
  bytes_read: number;
  games: number;
  duplicates: number;
  refused: { reason: string; games: number }[];
  damaged: string[];
  players: { name: string; games: number }[];
  names: string[];
  problem: string | null;
  is_remembering: boolean;
  remembered: LearnedGames | null;
}

/** What was learned of the games of a player. */
export interface LearnedGames {
  name: string;
  learned: number;
  unchanged: number;
  too_short: number;
}

export interface StyleReason {
  sign: string;
  question: string;
  value: string;
  share: number;
  usual: number;
  weight: number;
  error_95: number;
  games: number;
  example: ExampleGame;
}

/** The score beside the one that both ratings let expect. */
export interface RatingExpectation {
  games: number;
  expected: number;
  score: number;
  difference: number;
  error_95: number;
}

export interface ResultLine extends WinDrawLoss {
  name: string;
  by_rating?: RatingExpectation | null;
  example: ExampleGame;
}

export interface AxisOfReport {
  score: number;
  score_interval_95: [number, number];
}

/** Where a player stands on an axis, as far as that is certain: at the end of −1 (low), of +1 (high), or between. */
export type AxisPlace = 'low' | 'middle' | 'high' | 'unknown';

export interface StyleVerdict extends AxisOfReport {
  posterior: Record<StyleName, number>;
  axes: { attacking: AxisOfReport; complicating: AxisOfReport | null };
}

/** The report as `style report --json` writes it. */
export interface StyleReport extends AmongPeers {
  player: string;
  spellings: Record<string, number>;
  games: number;
  years: [number, number] | null;
  results: WinDrawLoss;
  verdict: StyleVerdict;
  /** The style that may be named, by the one rule of the program; null if none stands out. */
  named_style: StyleName | null;
  exchanges: AxisPlace | null;
  /** With White and with Black. */
  by_color: [(StyleVerdict & { games: number }) | null, (StyleVerdict & { games: number }) | null];
  typical: ExampleGame;
  attacking: StyleReason[];
  defensive: StyleReason[];
  complicating: StyleReason[];
  simplifying: StyleReason[];
  records: { all: ResultLine[]; white: ResultLine[]; black: ResultLine[]; course: ResultLine[] };
  advice: { choice: string; then: WinDrawLoss; otherwise: WinDrawLoss; difference: number; error: number; example: ExampleGame }[];
}

/** Sends a file as it is; the server streams it to its disk. */
async function upload(file: File): Promise<ReportStatus> {
  let answer: Response;
  try {
    answer = await fetch(`/api/me/games?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    });
  } catch {
    throw unreachable();
  }
  if (!answer.ok) throw await refusalOf(answer);
  return (await whole(answer.json())) as ReportStatus;
}

export const meApi = {
  report: () => ask<StyleReport>('/api/me/report'),
  build: (names: string[]) => ask<ReportStatus>('/api/me/report', { names }),
  remember: (name: string) => ask<ReportStatus>('/api/me/remember', { name }),
  clear: () => ask<ReportStatus>('/api/me/clear', {}),
  upload,
};
