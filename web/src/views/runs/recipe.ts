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

/** The sign between groups of three digits in a language: 20,000 or 20.000. */
function groupSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000);
  return parts.find((part) => part.type === 'group')?.value ?? ',';
}

/** A number as people write it in a language; NaN for a text that may mean another one. */
function numberOf(text: string, kind: 'whole' | 'real', locale: string): number {
  const sign = groupSign(locale);
  const isGrouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(\\${sign}\\d{3})+$`).test(text);
  // A point before three digits is a decimal point in every language: the program writes real numbers so.
  if (isGrouped && (kind === 'whole' || sign === ',')) return Number(text.replaceAll(sign, ''));
  if (kind === 'whole') return /[.,]/.test(text) ? NaN : Number(text);
  return Number(text.replace(',', '.'));
}

function valueOf(key: RecipeKey, text: string, locale: string): string | number | boolean | string[] {
  if (key.value === 'truth') return text === 'true';
  if (key.value === 'several') {
    const parts = text.split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
  if (key.value !== 'whole' && key.value !== 'real') return text;
  const number = numberOf(text, key.value, locale);
  return Number.isFinite(number) ? number : text;
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

/** The recipe that the fields say, with numbers as written in that language; empty ones are left out, so that the program's defaults hold. */
export function recipeOf(kind: RecipeKind, fields: Fields, used: ReadonlySet<string>, names: Names, locale: string): RecipeValues {
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
        if (text !== '') into[key.name] = valueOf(key, text, locale);
      }
    }
  }
  return recipe;
}
