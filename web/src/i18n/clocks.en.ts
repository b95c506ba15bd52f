/** The texts of the form of a clock in English. */
export const clocksEnglish = {
  kind: 'Kind of clock',
  kinds: {
    increment: 'Increment (Fischer)',
    delay: 'Delay',
    bronstein: 'Bronstein delay',
    hourglass: 'Hourglass',
    fixed: 'Fixed time for each move',
  },
  notes: {
    increment: 'Time is added after each move.',
    delay: 'In each move the clock waits before it runs.',
    bronstein: 'After each move, the time that it used is given back, up to a limit.',
    hourglass: 'The time that one of us uses is given to the other.',
    fixed: 'What is left of it is lost.',
  },
  periods: 'The time is for',
  period: { one: 'the whole game', again: 'a number of moves, again and again', two: 'a number of moves, then the rest' },
  minutes: 'Minutes',
  seconds: {
    increment: 'Seconds added after each move',
    delay: 'Seconds of delay in each move',
    bronstein: 'Seconds given back at most',
    fixed: 'Seconds for each move',
  },
  moves: 'Moves',
  rest: 'Minutes for the rest',
  odds: 'Another time for BayesChess',
  engineMinutes: 'Minutes of BayesChess',
};
