import { useTexts } from '../../i18n';
import { useStore } from '../../store';
import { settings } from '../../settings';
import type { RecipeKey, RecipeKind, RecipeTable } from '../../net/runs';
import { fullName, type Fields, type Names } from './recipe';
import { OptionRows } from './OptionRows';

const HEURISTICS = ['initial', 'learned', 'modern:initial', 'modern:learned'];
const DRAWN = ['random', 'modern:random'];

interface FieldProps {
  name: string;
  field: RecipeKey;
  meaning: string;
  value: string;
  isWrong: boolean;
  set(value: string): void;
}

/** One key with its explanation. */
function Field({ name, field, meaning, value, isWrong, set }: FieldProps) {
  const texts = useTexts();
  const id = `key-${name.replace(/\W/g, '-')}`;
  const shared = { id, 'aria-describedby': `${id}-meaning`, 'aria-invalid': isWrong };
  const words = field.value === 'player' ? [...HEURISTICS, ...DRAWN] : field.value === 'heuristic' ? HEURISTICS : null;
  return (
    <div class={`recipe-key${isWrong ? ' wrong' : ''}`}>
      <label for={id}>
        <code>{field.name}</code>
      </label>
      {field.value === 'truth' ? (
        <input {...shared} type="checkbox" checked={value === 'true'} onChange={(event) => set(String(event.currentTarget.checked))} />
      ) : field.value === 'choice' ? (
        <select {...shared} value={value} onChange={(event) => set(event.currentTarget.value)}>
          {value === '' && <option value="">{texts.runs.start.byDefault}</option>}
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={field.value === 'whole' ? 'numeric' : field.value === 'real' ? 'decimal' : 'text'}
          value={value}
          maxLength={200}
          autoComplete="off"
          spellcheck={false}
          placeholder={texts.runs.start.byDefault}
          {...(words ? { list: `${id}-words` } : {})}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
      {words && (
        <datalist id={`${id}-words`}>
          {words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
      <p id={`${id}-meaning`} class="detail">
        {meaning}
      </p>
    </div>
  );
}

interface TableProps {
  kind: RecipeKind;
  fields: Fields;
  used: ReadonlySet<string>;
  names: Names;
  wrong: string | null;
  set(name: string, value: string): void;
  use(table: string, isUsed: boolean): void;
  /** Changes the names of a table that stands several times. */
  name(table: string, names: string[]): void;
}

/** All tables of a recipe; those below the top level can be opened. */
export function RecipeFields({ kind, fields, used, names, wrong, set, use, name: rename }: TableProps) {
  const texts = useTexts();
  const { language } = useStore(settings);
  const isSpanish = language === 'es';
  const rows = (table: RecipeTable, keys = table.keys, named?: string) =>
    keys.map((key) => {
      const name = fullName(table, key, named);
      const meaning = isSpanish ? key.meaning_es : key.meaning;
      return (
        <Field
          key={name}
          name={`${kind.kind}-${name}`}
          field={key}
          meaning={meaning}
          value={fields[name] ?? ''}
          isWrong={wrong === name}
          set={(value) => set(name, value)}
        />
      );
    });
  return (
    <>
      {kind.tables.map((table) => {
        const heading = isSpanish ? table.heading_es : table.heading;
        if (table.name === '') return <div key="">{rows(table)}</div>;
        if (table.is_repeated) {
          return (
            <OptionRows
              key={table.name}
              kind={kind}
              table={table}
              heading={heading}
              names={names[table.name] ?? []}
              isWrong={wrong === table.name}
              fieldsOf={(name, keys) => rows(table, keys, name)}
              change={(now) => rename(table.name, now)}
            />
          );
        }
        const isUsed = !table.is_optional || used.has(table.name);
        return (
          <details key={table.name}>
            <summary>
              <code>[{table.name}]</code> {heading}
            </summary>
            {table.is_optional && (
              <label class="use-table">
                <input type="checkbox" checked={isUsed} onChange={(event) => use(table.name, event.currentTarget.checked)} />
                {texts.runs.start.use}
              </label>
            )}
            {isUsed && rows(table)}
          </details>
        );
      })}
    </>
  );
}
