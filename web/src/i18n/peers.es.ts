import { habitsSpanish, reportWordsSpanish } from './habits.es';
import { openingName } from './openings.es';
import type { peersEnglish } from './peers.en';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** "Con blancas, 1. e4 …" instead of "With White, go for 1. e4 …". */
function advised(english: string): string {
  const line = /^With (White|Black), go for (.*)$/.exec(english);
  if (!line) return english;
  return `Con ${line[1] === 'White' ? 'blancas' : 'negras'}, jugar ${line[2] ?? ''}`;
}

const noOrder = (told: string, games: number): string =>
  `No se puede decir qué cambió: las fechas solo dicen ${told} de ${plural(games, 'partida', 'partidas')}, y ninguna separa las partidas anteriores de las posteriores.`;

/** The texts of the report's parts that compare the user with peers, in Spanish. */
export const peersSpanish: typeof peersEnglish = {
  habit: (name, question) => {
    const ofOpponent = name.startsWith('opponent:');
    const words = habitsSpanish[name.replace('opponent:', '')] ?? reportWordsSpanish[question] ?? question;
    return ofOpponent ? `el rival: ${words}` : words;
  },
  word: (english) => reportWordsSpanish[english] ?? advised(english),
  standing: 'Entre jugadores del mismo Elo',
  percentile: {
    attacking: (at, low, high) => `Más atacante que ${at} de cada 100 (95 %: ${low} a ${high})`,
    complicating: (at, low, high) => `Complica más que ${at} de cada 100 (95 %: ${low} a ${high})`,
  },
  noPercentile: 'Sin percentil: menos de 20 partidas dicen quiénes son tus pares, o no se midió la dispersión de sus notas.',
  standingHelp:
    'La parte de esos jugadores con una nota menor. Sus notas verdaderas se toman como normales, con una dispersión medida en jugadores de 100 partidas o más. Donde el ritmo de una partida se midió en pares, las notas son las de ese ritmo.',
  peers: (games, population, rating, pace) =>
    `${plural(games, 'partida', 'partidas')}: ${[population, rating, pace].filter((part) => part !== '').join(', ')}`,
  populations: {
    masters: 'maestros de tablero, de la misma época y apertura',
    board: 'jugadores de torneo en tablero',
    lichess: 'jugadores de lichess.org',
    chesscom: 'jugadores de chess.com',
    fics: 'jugadores de freechess.org',
    online: 'jugadores en línea',
    engine: 'programas',
  },
  rating: (from) => `Elo de ${from} a ${from + 199}`,
  paces: { all: 'todos los ritmos', bullet: 'bala', blitz: 'relámpago', rapid: 'rápidas', classical: 'clásicas', correspondence: 'por correspondencia' },
  morePeers: (games) => `Y ${plural(games, 'partida', 'partidas')} con grupos de pares menores.`,
  traits: 'Rasgos',
  noTraits: 'Ninguno de tus hábitos difiere del de tus pares más allá del azar.',
  nothingTested: 'No se probó nada: menos de 20 partidas pueden compararse con pares.',
  traitsHelp: (tested) =>
    `De ${tested} hábitos probados juntos, los que superan una tasa de falsos hallazgos del 10 % (Benjamini y Yekutieli 2001): en promedio, como mucho un rasgo de cada diez es azar. 50 de cada 100 es lo habitual. Aquí los pares son de todos los ritmos.`,
  moreTraits: (count) => `Y ${count} más, cada uno menor; la tabla de abajo los tiene todos.`,
  more: 'Más que tus pares',
  less: 'Menos que tus pares',
  ahead: {
    more: (at, low, high) => `${at} de cada 100 partidas de tus pares muestran menos (95 %: ${low} a ${high})`,
    less: (at, low, high) => `${at} de cada 100 partidas de tus pares muestran más (95 %: ${low} a ${high})`,
  },
  stability: { stable: 'Estable', uncertain: 'Pocas partidas para saber si es estable', changing: 'Cambia' },
  parity: (odd, even) => `partidas impares ${odd}, pares ${even}`,
  halves: (earlier, later) => `partidas anteriores ${earlier}, posteriores ${later}`,
  noHalves: 'las fechas no distinguen las partidas anteriores de las posteriores',
  allHabits: 'Todos los hábitos comparados con tus pares',
  habitColumn: 'Hábito',
  aheadColumn: 'Por encima, de 100 partidas de pares',
  intervalColumn: '95 %',
  traitColumn: 'Rasgo',
  yes: 'sí',
  positions: 'Sigue jugando contra el motor:',
  positionsUnder: (count, part) => `Sigue jugando: ${plural(count, 'posición', 'posiciones')} en «${part}».`,
  playOn: (place, game) => `Jugar desde ${place}${game && ` (${game})`}`,
  openings: 'Apertura por apertura',
  openingsHelp: 'Los nombres son los de lichess.org, traducidos. Los puntos llevan su intervalo del 95 %; sobre el Elo, en 100 partidas.',
  opening: 'Apertura',
  openingName,
  variation: 'Sobre todo:',
  withColor: { white: 'blancas', black: 'negras' },
  strengths: 'Puntos fuertes',
  weaknesses: 'Puntos débiles',
  nothing: {
    strengths: (games) => `Nada da puntos más allá del azar en ${plural(games, 'partida', 'partidas')}.`,
    weaknesses: (games) => `Nada cuesta puntos más allá del azar en ${plural(games, 'partida', 'partidas')}.`,
  },
  moreFindings: (count) => `Y ${count} más, cada uno menor.`,
  findingsHelp:
    'Con más puntos, o menos, que en tus otras partidas. Los puntos son sobre el Elo, en 100 partidas. Las aperturas, los tipos de partida y los hábitos se prueban juntos, con una tasa de falsos hallazgos del 10 %; en todas las partidas, el intervalo del 95 % debe excluir el 0. Esto no muestra una causa: quien está mejor da más jaques.',
  moreOfIt: 'Más de esto',
  costs: (points, games, others) =>
    `cuesta unos ${points} puntos en 100 partidas (${plural(games, 'partida', 'partidas')} frente a otras ${others})`,
  brings: (points, games, others) =>
    `da unos ${points} puntos en 100 partidas (${plural(games, 'partida', 'partidas')} frente a otras ${others})`,
  trend: 'Con el tiempo',
  period: 'Periodo',
  attackingColumn: 'Ataque',
  pointsColumn: 'Puntos sobre el Elo',
  change: 'De la primera a la última partida',
  mayBeChance: 'puede ser azar',
  trendHelp:
    'Ataque: de −1 (defensivo) a +1, menos lo habitual entre pares. Puntos en 100 partidas. Cada uno con su intervalo del 95 %. Las partidas que las fechas no distinguen cuentan como jugadas a la vez.',
  undatedHelp: 'Las partidas sin fecha quedan fuera.',
  missingTrend: {
    few: (games, enough) => `Muy pocas partidas: ${plural(games, 'partida tiene', 'partidas tienen')} fecha, y hacen falta ${enough}.`,
    oneDate: {
      year: (games) => noOrder('el año', games),
      month: (games) => noOrder('el mes', games),
      day: (games) => noOrder('el día', games),
    },
    oneSided: (enough) => `No se puede decir qué cambió: según las fechas, menos de ${enough} partidas son anteriores, o posteriores, a las demás.`,
  },
  training: 'Tres cosas que entrenar',
  trainingHelp:
    'Elegidas entre las aperturas, los tipos de partida y los hábitos que se pueden elegir; los que resultan de cómo va la partida, como los jaques dados, quedan fuera, sean cuales sean sus cifras. Primero va lo que supera el azar, luego la diferencia más segura, que no tiene por qué ser la mayor.',
  noTraining: 'Muy pocas partidas para comparar.',
  train: {
    opening: (name, color) => `${openingName(name)} con ${color}`,
    more: 'Hazlo más',
    less: 'Hazlo menos',
  },
  limits: 'Lo que este informe no puede decir',
  limit: {
    few_games: (games, enough) =>
      `${plural(games, 'partida es', 'partidas son')} pocas: desde ${enough}, los hábitos y aperturas se dicen con cierta certeza.`,
    not_compared: (games) =>
      `${plural(games, 'partida no puede', 'partidas no pueden')} compararse con pares: las etiquetas no dicen el tipo de juego o el Elo, o se contaron pocos jugadores así.`,
    pace_unknown: (games) =>
      `${plural(games, 'partida se compara', 'partidas se comparan')} con jugadores de todos los ritmos: el suyo no se midió.`,
    unrated: (games) => `A ${plural(games, 'partida', 'partidas')} les falta un Elo; los resultados se comparan con tu propia media.`,
    undated: (games) => `A ${plural(games, 'partida', 'partidas')} les falta la fecha; quedan fuera de lo que cambió con el tiempo.`,
    vague_date: (games) =>
      `${plural(games, 'partida tiene', 'partidas tienen')} una fecha sin día; quedan fuera de lo que cambió con el tiempo, porque las demás de ese tiempo sí se distinguen.`,
    one_color: (games) => `Solo ${plural(games, 'partida', 'partidas')} con uno de los colores.`,
    not_judged: () =>
      'Ningún motor juzga las jugadas: un rasgo puede ser bueno o malo, y lo que va con los puntos no tiene por qué causarlos.',
  },
};
