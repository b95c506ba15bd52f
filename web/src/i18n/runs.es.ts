import type { runsEnglish } from './runs.en';

/** The texts of the runs in Spanish. */
export const runsSpanish: typeof runsEnglish = {
  title: 'Procesos',
  loading: 'Buscando los procesos …',
  none: 'No se encontró ninguno. Empieza uno, como «bayeschess selfplay --db games.db», o muestra otra carpeta con «serve --runs DIR».',
  choose: 'Los marcados se muestran enteros, cuatro como máximo. Las curvas de los entrenamientos comparten un gráfico.',
  leftOut: 'La carpeta tiene más archivos de los que se miran; nombra una menor con --runs.',
  unreadable: 'No se pueden leer',
  kinds: {
    selfplay: 'Partidas contra sí mismo',
    training: 'Entrenamiento',
    match: 'Encuentro',
    tournament: 'Torneo',
    ablation: 'Lo que vale cada parte',
    ladder: 'Técnicas de búsqueda',
    adaptation: 'Ensayo de adaptación',
  },
  statuses: {
    running: 'en marcha',
    complete: 'completo',
    stopped: 'detenido',
    idle: 'sin actividad',
  },
  gamesOf: (games, wanted) => `${games} de ${wanted} partidas`,
  gamesSoFar: (games, count) => `${games} ${count === 1 ? 'partida' : 'partidas'} hasta ahora`,
  pace: (games) => `${games} partidas/s`,
  left: (span, atMost) => `faltan ${atMost ? 'como mucho ' : ''}${span}`,
  days: (count) => `${count} ${count === 1 ? 'día' : 'días'}`,
  elo: (figure) => `${figure} Elo`,
  curve: 'Curva de aprendizaje',
  curveHelp: (against) =>
    `Elo frente a la heurística con que empezó el entrenamiento (${against}), según las partidas jugadas contra sí mismo. Las bandas contienen el valor verdadero con un 95 % de probabilidad.`,
  curveLabel: (names) => `Curva de aprendizaje de ${names.join(', ')}; cada proceso tiene sus cifras en una tabla más abajo`,
  zoomFrom: 'Desde',
  zoomTo: 'Hasta',
  zoomAll: 'Curva entera',
  asTable: 'Cifras en una tabla',
  generation: 'Generación',
  games: 'Partidas',
  test: 'Prueba contra la mejor anterior',
  generations: (done, all) => `${done} de ${all} generaciones`,
  verdicts: { accept: 'mejor', reject: 'no es mejor', continue: 'sin decidir' },
  score: (first, second, elo) => `${first} contra ${second}: ${elo}`,
  results: (wins, draws, losses) => `${wins} ganadas, ${draws} tablas, ${losses} perdidas.`,
  share: (points, superiority) => `${points} de los puntos; es el más fuerte con un ${superiority} de probabilidad.`,
  pairs: (pairs) =>
    `Pares de partidas por puntos: ${['0', '½', '1', '1½', '2'].map((points, place) => `${points}: ${pairs[place] ?? 0}`).join(', ')}`,
  byColor: (white, draws, black) => `Ganaron las blancas ${white}, las negras ${black}, ${draws} tablas.`,
  points: (points, games) => `${points} puntos en ${games} partidas`,
  sprt: (ratio, bound, verdict, elo, percent) =>
    verdict === 'accept'
      ? `La prueba acepta una mejora de ${elo} Elo.`
      : verdict === 'reject'
        ? `La prueba acepta que no hay más de ${elo} Elo.`
        : `La prueba lleva el ${percent} % del camino hacia ${elo} Elo (cociente de verosimilitud, en logaritmo, ${ratio} de ±${bound}).`,
  atMost: (elo) => `como mucho ${elo} Elo`,
  atLeast: (elo) => `al menos ${elo} Elo`,
  rung: 'Técnica añadida',
  depth: 'Profundidad',
  nodes: 'Nodos',
  seconds: 'Segundos',
  settings: 'Ajustes',
};
