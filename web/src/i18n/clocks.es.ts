import type { clocksEnglish } from './clocks.en';

/** The texts of the form of a clock in Spanish. */
export const clocksSpanish: typeof clocksEnglish = {
  kind: 'Tipo de reloj',
  kinds: {
    increment: 'Incremento (Fischer)',
    delay: 'Retardo',
    bronstein: 'Retardo Bronstein',
    hourglass: 'Reloj de arena',
    fixed: 'Tiempo fijo por jugada',
  },
  notes: {
    increment: 'Tras cada jugada se suma tiempo.',
    delay: 'En cada jugada el reloj espera antes de correr.',
    bronstein: 'Tras cada jugada se devuelve el tiempo que ha usado, hasta un límite.',
    hourglass: 'El tiempo que usa uno de los dos se le da al otro.',
    fixed: 'Lo que sobra se pierde.',
  },
  periods: 'El tiempo vale para',
  period: { one: 'toda la partida', again: 'unas jugadas, una y otra vez', two: 'unas jugadas y luego el resto' },
  minutes: 'Minutos',
  seconds: {
    increment: 'Segundos que se suman tras cada jugada',
    delay: 'Segundos de retardo en cada jugada',
    bronstein: 'Segundos que se devuelven como mucho',
    fixed: 'Segundos por jugada',
  },
  moves: 'Jugadas',
  rest: 'Minutos para el resto',
  odds: 'Otro tiempo para BayesChess',
  engineMinutes: 'Minutos de BayesChess',
};
