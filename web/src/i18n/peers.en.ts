const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const noOrder = (told: string, games: number): string =>
  `No change can be told: the dates tell only the ${told} of ${plural(games, 'game', 'games')}, and none divides the games into earlier and later ones.`;

/** The texts of the report's parts that compare the user with peers, in English. */
export const peersEnglish = {
  /** What a habit counts; the program says it in English. */
  habit: (_name: string, question: string): string => question,
  /** Words that the program says in English. */
  word: (english: string): string => english,
  standing: 'Among players of the same rating',
  percentile: {
    attacking: (at: number, low: number, high: number): string => `More attacking than ${at} in 100 (95 %: ${low} to ${high})`,
    complicating: (at: number, low: number, high: number): string => `Keeps more complicated than ${at} in 100 (95 %: ${low} to ${high})`,
  },
  noPercentile: 'No percentile: fewer than 20 games tell who your peers are, or the spread of their scores was not measured.',
  standingHelp:
    'The share of such players who score lower. Their true scores are taken as normal, with a spread measured on players with 100 games or more. Where the pace of a game was measured on peers, the scores are those of this pace.',
  peers: (games: number, population: string, rating: string, pace: string): string =>
    `${plural(games, 'game', 'games')}: ${[population, rating, pace].filter((part) => part !== '').join(', ')}`,
  populations: {
    masters: 'masters over the board, of the same era and opening',
    board: 'tournament players over the board',
    lichess: 'players on lichess.org',
    chesscom: 'players on chess.com',
    fics: 'players on freechess.org',
    online: 'online players',
    engine: 'programs',
  } as Record<string, string>,
  rating: (from: number): string => `rated ${from} to ${from + 199}`,
  paces: { all: 'all paces', bullet: 'bullet', blitz: 'blitz', rapid: 'rapid', classical: 'classical', correspondence: 'correspondence' } as Record<string, string>,
  morePeers: (games: number): string => `And ${plural(games, 'game', 'games')} with smaller groups of peers.`,
  traits: 'Traits',
  noTraits: 'None of your habits differs from your peers beyond chance.',
  nothingTested: 'Nothing was tested: fewer than 20 games can be compared with peers.',
  traitsHelp: (tested: number): string =>
    `Of ${tested} habits tested together, those at a false-discovery rate of 10 % (Benjamini and Yekutieli 2001): on average at most one trait in ten is chance. 50 in 100 is usual. Peers are of all paces here.`,
  moreTraits: (count: number): string => `And ${count} more, each smaller; the table below has them all.`,
  more: 'More than peers',
  less: 'Less than peers',
  ahead: {
    more: (at: number, low: number, high: number): string => `${at} of 100 games of peers show less of it (95 %: ${low} to ${high})`,
    less: (at: number, low: number, high: number): string => `${at} of 100 games of peers show more of it (95 %: ${low} to ${high})`,
  },
  stability: { stable: 'Stable', uncertain: 'Too few games to tell if it is stable', changing: 'Changing' } as Record<string, string>,
  parity: (odd: number, even: number): string => `odd games ${odd}, even games ${even}`,
  halves: (earlier: number, later: number): string => `earlier games ${earlier}, later games ${later}`,
  noHalves: 'the dates do not tell earlier games from later ones',
  allHabits: 'All habits compared with peers',
  habitColumn: 'Habit',
  aheadColumn: 'Above, in 100 games of peers',
  intervalColumn: '95 %',
  traitColumn: 'Trait',
  yes: 'yes',
  positions: 'Play on against the engine:',
  positionsUnder: (count: number, part: string): string => `Play on: ${plural(count, 'position', 'positions')} under “${part}”.`,
  playOn: (place: string, game: string): string => `Play on from ${place}${game && ` (${game})`}`,
  openings: 'Opening by opening',
  openingsHelp: 'Names are those of lichess.org. The score has its 95 % interval; beyond rating counts points in 100 games.',
  opening: 'Opening',
  /** The name of an opening, from that in English. */
  openingName: (english: string): string => english,
  variation: 'Most often:',
  withColor: { white: 'White', black: 'Black' } as Record<string, string>,
  strengths: 'Strengths',
  weaknesses: 'Weaknesses',
  nothing: {
    strengths: (games: number): string => `Nothing brings points beyond chance in ${plural(games, 'game', 'games')}.`,
    weaknesses: (games: number): string => `Nothing costs points beyond chance in ${plural(games, 'game', 'games')}.`,
  },
  moreFindings: (count: number): string => `And ${count} more, each smaller.`,
  findingsHelp:
    'With more, or fewer, points than in your other games. Points are those beyond rating, in 100 games. Openings, kinds of games and habits are tested together, at a false-discovery rate of 10 %; of all games the 95 % interval must exclude 0. This shows no cause: whoever stands better gives more checks.',
  moreOfIt: 'More of it',
  costs: (points: string, games: number, others: number): string =>
    `costs about ${points} points in 100 games (${plural(games, 'game', 'games')} against ${others} others)`,
  brings: (points: string, games: number, others: number): string =>
    `brings about ${points} points in 100 games (${plural(games, 'game', 'games')} against ${others} others)`,
  trend: 'Over time',
  period: 'Period',
  attackingColumn: 'Attacking',
  pointsColumn: 'Points beyond rating',
  change: 'From first to last game',
  mayBeChance: 'may be chance',
  trendHelp:
    'Attacking: from −1 (defensive) to +1, less what is usual for peers. Points in 100 games. Each with its 95 % interval. Games that the dates do not tell apart count as played at one time.',
  undatedHelp: 'Games without a date are left out.',
  missingTrend: {
    few: (games: number, enough: number): string => `Too few games: ${plural(games, 'game has', 'games have')} a date, and ${enough} are needed.`,
    oneDate: {
      year: (games: number): string => noOrder('year', games),
      month: (games: number): string => noOrder('month', games),
      day: (games: number): string => noOrder('day', games),
    },
    oneSided: (enough: number): string =>
      `No change can be told: the dates leave fewer than ${enough} games known to be earlier, or later, than the others.`,
  },
  training: 'Three things to train',
  trainingHelp:
    'Chosen among openings, kinds of games, and habits that you can choose; habits that follow from how a game goes, as checks given, are left out, whatever their figures. What is beyond chance comes first, then the surest difference, which need not be the largest.',
  noTraining: 'Too few games to compare.',
  train: {
    opening: (name: string, color: string): string => `${name} with ${color}`,
    more: 'Do it more',
    less: 'Do it less',
  },
  limits: 'What this report cannot say',
  limit: {
    few_games: (games: number, enough: number): string =>
      `${plural(games, 'game is', 'games are')} few: from ${enough} on, habits and openings are told with some certainty.`,
    not_compared: (games: number): string =>
      `${plural(games, 'game', 'games')} cannot be compared with peers: the tags name no known kind of play or no rating, or few such players were counted.`,
    pace_unknown: (games: number): string =>
      `${plural(games, 'game is compared with players of all paces: its own', 'games are compared with players of all paces: their own')} pace was not measured.`,
    unrated: (games: number): string => `${plural(games, 'game lacks', 'games lack')} a rating; results are compared with your own mean.`,
    undated: (games: number): string => `${plural(games, 'game lacks', 'games lack')} a date; they are left out of what changed over time.`,
    vague_date: (games: number): string =>
      `${plural(games, 'game has a date', 'games have dates')} without a day; they are left out of what changed over time, since other games of that time are told apart.`,
    one_color: (games: number): string => `Only ${plural(games, 'game', 'games')} with one of the colours.`,
    not_judged: (): string => 'Moves are not judged by an engine: a trait may be good or bad, and what goes with points need not cause them.',
  } as Record<string, (games: number, enough: number) => string>,
};
