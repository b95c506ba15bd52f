/** Recipes and learned tables of the server that tests the page alone. */
import type { Draft, LearnedCell, LearnedTables, LearnedWeight, ParameterHistory, PhaseName, RecipeFault, RecipeKey, Recipes } from '../src/net/runs';

const key = (name: string, value: RecipeKey['value'], choices: string[] = []): RecipeKey => ({
  name,
  value,
  choices,
  meaning: `what ${name} means`,
  meaning_es: `lo que significa ${name}`,
});

const table = (name: string, keys: RecipeKey[], isOptional = false) => ({ name, is_optional: isOptional, is_repeated: false, heading: 'Some keys', heading_es: 'Algunas claves', keys });

export function recipes(): Recipes {
  const games = [key('number', 'whole'), key('nodes', 'whole'), key('sides', 'choice', ['opposed', 'apart']), key('played_out', 'truth')];
  return {
    may_start: true,
    most_at_work: 4,
    cores: 2,
    kinds: [
      {
        kind: 'train',
        has_file: true,
        options: [],
        tables: [
          table('', [key('title', 'text'), key('start', 'heuristic'), key('seed', 'whole')]),
          table('games', games),
          table('validation.sprt', [key('elo0', 'real'), key('elo1', 'real')], true),
        ],
        values: { title: 'Mine', start: 'modern:initial', seed: 1, games: { number: 2000, nodes: 200, sides: 'opposed' } },
        optional: { 'validation.sprt': { elo0: 0, elo1: 10 } },
      },
      {
        kind: 'selfplay',
        has_file: false,
        options: [],
        tables: [table('', [key('games', 'whole'), key('white', 'player')])],
        values: { games: 1000, white: 'initial' },
        optional: {},
      },
      {
        kind: 'tune',
        has_file: true,
        options: [
          { name: 'Contempt', default: '0', least: -200, most: 200, values: [] },
          { name: 'Skill Level', default: '20', least: 0, most: 20, values: [] },
          { name: 'Level', default: 'full', least: null, most: null, values: ['full', 'basic'] },
        ],
        tables: [
          table('', [key('engine', 'text'), key('games', 'whole'), key('nodes', 'whole')]),
          { ...table('options', [key('from', 'whole'), key('to', 'whole'), key('levels', 'whole'), key('values', 'several'), key('start', 'text')]), is_repeated: true },
        ],
        values: { engine: 'uci:bayeschess uci', games: 20_000, nodes: 1000, options: { Contempt: { from: -40, to: 40 } } },
        optional: {},
      },
    ],
  };
}

const refused = (fault: RecipeFault): Draft => ({ toml: null, command: null, fault });

/** A tuning as lines of its values; without options, and with a range that begins too low, it has a fault. */
function checkedTuning(recipe: { options?: Record<string, { from?: number }> }): Draft {
  const options = Object.entries(recipe.options ?? {});
  if (options.length === 0) return refused({ key: 'options', code: 'other', text: 'there is no option to tune; name one as [options."NAME"]' });
  const low = options.find(([, range]) => (range.from ?? 0) < -200);
  if (low) {
    const values = { value: low[1].from ?? 0, least: -200, most: 199 };
    return refused({ key: `options.${low[0]}.from`, code: 'out_of_range', values, text: 'that is not a range within -200 to 200' });
  }
  return { toml: `${JSON.stringify(recipe, null, 1)}\n`, command: 'bayeschess tune NAME/page.toml --out NAME', fault: null };
}

/** The recipe as lines of its values; an odd number of games is a fault. */
export function checked(body: Record<string, unknown>): Draft {
  if (body['kind'] === 'tune') return checkedTuning(body['recipe'] as object);
  const recipe = body['recipe'] as { games?: { number?: number | string } };
  const number = recipe.games?.number ?? 0;
  if (typeof number === 'string') {
    return refused({ key: 'games.number', code: 'wrong_type', text: `invalid type: string "${number}", expected u32` });
  }
  if (number % 2 === 1) {
    return refused({ key: 'games.number', code: 'odd', values: { value: number }, text: `number = ${number}: games come in pairs` });
  }
  return { toml: `${JSON.stringify(recipe, null, 1)}\n`, command: 'bayeschess train NAME/page.toml --out NAME', fault: null };
}

function weight(place: number, generation: number): LearnedWeight {
  const start = (place % 9) * 4 - 16;
  // One effect is known, and some are shrunk fully.
  const effect = place === 30 ? 2.5 : place % 7 === 0 ? 0 : Math.cos(place) / generation;
  return { start, weight: start + Math.round(generation * Math.sin(place)), effect, effect_error_95: effect === 0 ? 0 : 0.4, weight_error_95: null };
}

const phases = (place: number, generation: number): Record<PhaseName, LearnedWeight> => ({
  opening: weight(place, generation),
  middlegame: weight(place + 3, generation),
  endgame: { start: 0, weight: 0, effect: null, effect_error_95: null, weight_error_95: null },
});

export function tables(generations: number): LearnedTables {
  const squares: LearnedCell[] = Array.from({ length: 64 }, (_, index) => {
    const place = `${'abcdefgh'[index % 8]}${8 - Math.floor(index / 8)}`;
    return { parameter: `own_knight_${place}`, place, phases: phases(index, generations) };
  });
  const single: LearnedCell = { parameter: 'tempo', place: '', phases: phases(1, generations) };
  return {
    generation: generations,
    generations,
    family: 'modern',
    is_tied: true,
    tables: [
      { name: 'own_knight', is_board: true, cells: squares },
      { name: 'tempo', is_board: false, cells: [single] },
    ],
  };
}

export function history(parameter: string, generations: number): ParameterHistory {
  const points = Array.from({ length: generations }, (_, index) => ({ generation: index + 1, phases: phases(7, index + 1) }));
  return { parameter, points };
}
