import type { RecipeKey, RecipeKind, RecipeTable, RecipeValues } from '../../net/runs';

/** What stands in the fields of a form, by the keys with their tables. */
export type Fields = Record<string, string>;

/** The names of the tables that stand several times in a recipe, by the table; in the order in which they were added. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** The name of a key with its tables; `name` is that of a table which stands several times. */
export const fullName = (table: RecipeTable, key: RecipeKey, name?: string): string =>
  [table.name, name ?? '', key.name].filter((part) => part !== '').join('.');

/** The key of that name with its tables, if the form has it. */
export function keyNamed(kind: RecipeKind, name: string): RecipeKey | undefined {
  const isIt = (table: RecipeTable, key: RecipeKey): boolean =>
    table.is_repeated ? name.startsWith(`${table.name}.`) && name.endsWith(`.${key.name}`) : fullName(table, key) === name;
  return kind.tables.flatMap((table) => table.keys.filter((key) => isIt(table, key)))[0];
}

const isTable = (value: RecipeValues[string] | undefined): value is RecipeValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(values: RecipeValues, path: string): RecipeValues[string] | undefined {
  let found: RecipeValues[string] | undefined = values;
  for (const name of path.split('.')) {
    if (!isTable(found)) return undefined;
    found = found[name];
  }
  return found;
}

/** The names with which a form begins. */
export function firstNames(kind: RecipeKind): Names {
  const tables = kind.tables.filter((table) => table.is_repeated);
  const namesOf = (table: RecipeTable): string[] => {
    const values = valueAt(kind.values, table.name);
    return isTable(values) ? Object.keys(values) : [];
  };
  return Object.fromEntries(tables.map((table) => [table.name, namesOf(table)]));
}

/** What stands in a field for a value; undefined for a value that no field has. */
function textOf(value: RecipeValues[string] | undefined): string | undefined {
  if (value === undefined || value === null || isTable(value)) return undefined;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The fields as a form begins with them; tables that may be left out have theirs ready. */
export function firstFields(kind: RecipeKind): Fields {
  const fields: Fields = {};
  const first = firstNames(kind);
  for (const table of kind.tables) {
    for (const name of table.is_repeated ? (first[table.name] ?? []) : [undefined]) {
      for (const key of table.keys) {
        const full = fullName(table, key, name);
        const text = textOf(valueAt(kind.values, full) ?? kind.optional[table.name]?.[key.name]);
        if (text !== undefined) fields[full] = text;
      }
    }
  }
  return fields;
}

/** A number as people write it, in Spanish with a comma. */
const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));

function valueOf(key: RecipeKey, text: string): string | number | boolean | string[] {
  if (key.value === 'truth') return text === 'true';
  if (key.value === 'several') {
    const parts = text.split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
  const isNumber = (key.value === 'whole' || key.value === 'real') && Number.isFinite(numberOf(text));
  return isNumber ? numberOf(text) : text;
}

/** The table at that place of a recipe, which is made where it is not there. */
function tableAt(recipe: RecipeValues, path: readonly string[]): RecipeValues {
  let into = recipe;
  for (const name of path.filter((part) => part !== '')) {
    const inner = into[name];
    const next: RecipeValues = isTable(inner) ? inner : {};
    into[name] = next;
    into = next;
  }
  return into;
}

/** The recipe that the fields say; empty ones are left out, so that the program's defaults hold. */
export function recipeOf(kind: RecipeKind, fields: Fields, used: ReadonlySet<string>, names: Names): RecipeValues {
  const recipe: RecipeValues = {};
  for (const table of kind.tables) {
    if (table.is_optional && !used.has(table.name)) continue;
    const path = table.name.split('.');
    // A table without a row is there as well: the server says that a row is missing.
    tableAt(recipe, path);
    for (const name of table.is_repeated ? (names[table.name] ?? []) : [undefined]) {
      const into = tableAt(recipe, name === undefined ? path : [...path, name]);
      for (const key of table.keys) {
        const text = (fields[fullName(table, key, name)] ?? '').trim();
        if (text !== '') into[key.name] = valueOf(key, text);
      }
    }
  }
  return recipe;
}
