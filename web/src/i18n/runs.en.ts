import type { RunKind, RunStatus, TestVerdict } from '../net/runs';

/** The texts of the runs in English. */
export const runsEnglish = {
  title: 'Runs',
  loading: 'The runs are being looked for …',
  none: 'No run was found. Start one, such as “bayeschess selfplay --db games.db”, or show another folder with “serve --runs DIR”.',
  choose: 'Marked runs are shown in full, four at most. Curves of trainings share one chart.',
  leftOut: 'The folder has more files than are looked at; name a smaller one with --runs.',
  unreadable: 'Cannot be read',
  kinds: {
    selfplay: 'Self-play',
    training: 'Training',
    match: 'Match',
    tournament: 'Tournament',
    ablation: 'What features are worth',
    ladder: 'Search techniques',
    adaptation: 'Trial of adaptation',
  } satisfies Record<RunKind, string> as Record<RunKind, string>,
  statuses: {
    running: 'running',
    complete: 'complete',
    stopped: 'stopped',
    idle: 'not running',
  } satisfies Record<RunStatus, string> as Record<RunStatus, string>,
  gamesOf: (games: string, wanted: string): string => `${games} of ${wanted} games`,
  gamesSoFar: (games: string, count: number): string => `${games} ${count === 1 ? 'game' : 'games'} so far`,
  pace: (games: string): string => `${games} games/s`,
  left: (span: string, atMost: boolean): string => `${atMost ? 'at most ' : ''}${span} left`,
  days: (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`,
  elo: (figure: string): string => `${figure} Elo`,
  curve: 'Learning curve',
  curveHelp: (against: string): string =>
    `Elo against the heuristic that training began with (${against}), over games of self-play. The bands hold the true value with 95 % probability.`,
  curveLabel: (names: string[]): string => `Learning curve of ${names.join(', ')}; each run has its figures as a table below`,
  zoomFrom: 'From',
  zoomTo: 'To',
  zoomAll: 'Whole curve',
  asTable: 'Figures as a table',
  generation: 'Generation',
  games: 'Games',
  test: 'Test against the best before',
  generations: (done: number, all: number): string => `${done} of ${all} generations`,
  verdicts: { accept: 'better', reject: 'no better', continue: 'not decided' } satisfies Record<TestVerdict, string> as Record<
    TestVerdict,
    string
  >,
  score: (first: string, second: string, elo: string): string => `${first} against ${second}: ${elo}`,
  results: (wins: number, draws: number, losses: number): string => `${wins} won, ${draws} drawn, ${losses} lost.`,
  share: (points: string, superiority: string): string => `${points} of the points; ${superiority} sure to be the stronger one.`,
  pairs: (pairs: number[]): string =>
    `Pairs of games by points: ${['0', '½', '1', '1½', '2'].map((points, place) => `${points}: ${pairs[place] ?? 0}`).join(', ')}`,
  byColor: (white: number, draws: number, black: number): string => `White won ${white}, Black won ${black}, ${draws} drawn.`,
  points: (points: string, games: number): string => `${points} points from ${games} games`,
  sprt: (ratio: string, bound: string, verdict: TestVerdict, elo: string, percent: number): string =>
    verdict === 'accept'
      ? `The test accepts a gain of ${elo} Elo.`
      : verdict === 'reject'
        ? `The test accepts that there is no more than ${elo} Elo.`
        : `The test is ${percent} % of the way to ${elo} Elo (log-likelihood ratio ${ratio} of ±${bound}).`,
  atMost: (elo: string): string => `at most ${elo} Elo`,
  atLeast: (elo: string): string => `at least ${elo} Elo`,
  rung: 'Technique added',
  depth: 'Depth',
  nodes: 'Nodes',
  seconds: 'Seconds',
  settings: 'Settings',
};
