import type { RecipeKey, RecipeKind, RecipeTable, RecipeValues } from '../../net/runs';

/** What stands in the fields of a form, by the keys with their tables. */
export type Fields = Record<string, string>;

export const fullName = (table: RecipeTable, key: RecipeKey): string => (table.name === '' ? key.name : `${table.name}.${key.name}`);

/** The key of that name with its table, if the form has it. */
export function keyNamed(kind: RecipeKind, name: string): RecipeKey | undefined {
  return kind.tables.flatMap((table) => table.keys.filter((key) => fullName(table, key) === name))[0];
}

function valueAt(values: RecipeValues, path: string): RecipeValues[string] | undefined {
  let found: RecipeValues[string] | undefined = values;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = found[name];
  }
  return found;
}

/** The fields as a form begins with them; tables that may be left out have theirs ready. */
export function firstFields(kind: RecipeKind): Fields {
  const fields: Fields = {};
  for (const table of kind.tables) {
    for (const key of table.keys) {
      const name = fullName(table, key);
      const value = valueAt(kind.values, name) ?? kind.optional[table.name]?.[key.name];
      if (value !== undefined && value !== null && typeof value !== 'object') fields[name] = String(value);
    }
  }
  return fields;
}

/** A number as people write it, in Spanish with a comma. */
const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));

/** What is wrong with the text of a key that is to be a number, if it is none. */
export function typeFault(key: RecipeKey, text: string): 'whole' | 'real' | undefined {
  if (text.trim() === '') return undefined;
  if (key.value === 'whole') return Number.isInteger(numberOf(text)) ? undefined : 'whole';
  return key.value === 'real' && !Number.isFinite(numberOf(text)) ? 'real' : undefined;
}

function valueOf(key: RecipeKey, text: string): string | number | boolean {
  if (key.value === 'truth') return text === 'true';
  const isNumber = (key.value === 'whole' || key.value === 'real') && Number.isFinite(numberOf(text));
  return isNumber ? numberOf(text) : text;
}

/** The recipe that the fields say; empty ones are left out, so that the program's defaults hold. */
export function recipeOf(kind: RecipeKind, fields: Fields, used: ReadonlySet<string>): RecipeValues {
  const recipe: RecipeValues = {};
  for (const table of kind.tables) {
    if (table.is_optional && !used.has(table.name)) continue;
    let into = recipe;
    for (const name of table.name.split('.').filter((part) => part !== '')) {
      const inner = into[name];
      const next: RecipeValues = typeof inner === 'object' && inner !== null ? inner : {};
      into[name] = next;
      into = next;
    }
    for (const key of table.keys) {
      const text = (fields[fullName(table, key)] ?? '').trim();
      if (text !== '') into[key.name] = valueOf(key, text);
    }
  }
  return recipe;
}
