import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import type { EngineOption, RecipeKey, RecipeKind, RecipeTable } from '../../net/runs';

/** Keys that a number alone has. */
const OF_NUMBERS = ['from', 'to', 'levels'];

const isNumber = (option: EngineOption): boolean => option.values.length === 0;

interface RowsProps {
  kind: RecipeKind;
  table: RecipeTable;
  heading: string;
  names: readonly string[];
  isWrong: boolean;
  fieldsOf(name: string, keys: RecipeKey[]): ComponentChildren;
  change(names: string[]): void;
}

/** The options of a tuning, one a row, of those that the program has; rows are added and removed. */
export function OptionRows({ kind, table, heading, names, isWrong, fieldsOf, change }: RowsProps) {
  const texts = useTexts();
  const words = texts.runs.start.rows;
  const left = kind.options.filter((option) => !names.includes(option.name));
  const [chosen, setChosen] = useState('');
  const next = left.find((option) => option.name === chosen) ?? left[0];
  const select = useRef<HTMLSelectElement>(null);
  const add = (): void => {
    if (next) change([...names, next.name]);
  };
  const remove = (name: string): void => {
    change(names.filter((other) => other !== name));
    // The button that was clicked is gone.
    select.current?.focus();
  };
  const keysOf = (option: EngineOption | undefined): RecipeKey[] =>
    table.keys.filter((key) => !option || isNumber(option) || !OF_NUMBERS.includes(key.name));
  return (
    <fieldset class={`option-rows${isWrong ? ' wrong' : ''}`}>
      <legend>{heading}</legend>
      {names.map((name) => {
        const option = kind.options.find((one) => one.name === name);
        return (
          <details key={name} open class="option-row">
            <summary>
              <code>
                [{table.name}.{/^[\w-]+$/.test(name) ? name : `"${name}"`}]
              </code>
            </summary>
            {option && (
              <p class="detail">
                {isNumber(option)
                  ? words.number(String(option.least ?? ''), String(option.most ?? ''), option.default ?? '')
                  : words.oneOf(option.values.join(', '), option.default ?? '')}
              </p>
            )}
            {fieldsOf(name, keysOf(option))}
            <button type="button" class="quiet" onClick={() => remove(name)}>
              {words.remove(name)}
            </button>
          </details>
        );
      })}
      <div class="recipe-key">
        <label for="option-to-add">{words.option}</label>
        <select id="option-to-add" ref={select} value={next?.name ?? ''} onChange={(event) => setChosen(event.currentTarget.value)}>
          {left.map((option) => (
            <option key={option.name}>{option.name}</option>
          ))}
        </select>
        <button type="button" disabled={!next} onClick={add}>
          {words.add}
        </button>
      </div>
    </fieldset>
  );
}
