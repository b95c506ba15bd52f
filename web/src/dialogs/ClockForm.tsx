import { useTexts, type Texts } from '../i18n';
import type { ClockKind, TimeSetting } from '../net/contract';

type Kind = ClockKind | 'fixed';
type Periods = 'one' | 'again' | 'two';

/** The clock with which the form begins. */
export const FIRST_CUSTOM: TimeSetting = { base_seconds: 900, increment_seconds: 10 };

function kindOf(time: TimeSetting): Kind {
  return typeof time.move_seconds === 'number' ? 'fixed' : (time.kind ?? 'increment');
}

function periodsOf(time: TimeSetting): Periods {
  if (typeof time.moves !== 'number') return 'one';
  return typeof time.rest_seconds === 'number' ? 'two' : 'again';
}

/** The same clock as another kind; what the new kind has no use for is dropped. */
function ofKind(kind: Kind, time: TimeSetting): TimeSetting {
  if (kind === 'fixed') return { move_seconds: 10 };
  const before = kindOf(time) === 'fixed' ? FIRST_CUSTOM : time;
  const base = { base_seconds: before.base_seconds ?? null, engine_base_seconds: before.engine_base_seconds ?? null };
  if (kind === 'hourglass') return { kind, ...base };
  return { ...before, ...base, kind, increment_seconds: before.increment_seconds ?? 5 };
}

function withPeriods(periods: Periods, time: TimeSetting): TimeSetting {
  if (periods === 'one') return { ...time, moves: null, rest_seconds: null };
  const rest = periods === 'two' ? (time.rest_seconds ?? 1800) : null;
  return { ...time, moves: time.moves ?? 40, rest_seconds: rest };
}

function NumberField(props: { label: string; value: number; min: number; max: number; whole?: boolean; set(value: number): void }) {
  return (
    <label>
      {props.label}
      <input
        type="number"
        required
        min={props.min}
        max={props.max}
        step={props.whole ? 1 : 'any'}
        value={props.value}
        onInput={(event) => {
          const { validity, valueAsNumber } = event.currentTarget;
          if (validity.valid) props.set(valueAsNumber);
        }}
      />
    </label>
  );
}

function Select<T extends string>(props: {
  label: string;
  value: T;
  options: Record<T, string>;
  /** The element that explains the choice. */
  note?: string;
  choose(value: T): void;
}) {
  return (
    <label>
      {props.label}
      <select value={props.value} aria-describedby={props.note} onChange={(event) => props.choose(event.currentTarget.value as T)}>
        {(Object.keys(props.options) as T[]).map((key) => (
          <option key={key} value={key}>
            {props.options[key]}
          </option>
        ))}
      </select>
    </label>
  );
}

const LEAST_MINUTES = 0.1;
const MOST_MINUTES = 1440;

/** Minutes as they are typed; the server counts in seconds. */
const inMinutes = (seconds: number): number => Number((seconds / 60).toFixed(4));
const inSeconds = (minutes: number): number => Math.round(minutes * 60_000) / 1000;

/** A clock of any kind: each kind has its own fields. */
export function ClockForm({ time, choose }: { time: TimeSetting; choose(time: TimeSetting): void }) {
  const texts: Texts['newGame']['clockForm'] = useTexts().newGame.clockForm;
  const change = (part: TimeSetting): void => choose({ ...time, ...part });
  const minutes = (label: string, key: 'base_seconds' | 'engine_base_seconds' | 'rest_seconds') => (
    <NumberField
      label={label}
      value={inMinutes(time[key] ?? 0)}
      min={key === 'rest_seconds' ? 0 : LEAST_MINUTES}
      max={MOST_MINUTES}
      set={(value) => change({ [key]: inSeconds(value) })}
    />
  );
  const kind = kindOf(time);
  const periods = periodsOf(time);
  const odds = typeof time.engine_base_seconds === 'number';
  return (
    <div class="clock-form">
      <Select<Kind>
        label={texts.kind}
        value={kind}
        options={texts.kinds}
        note="clock-note"
        choose={(next) => choose(ofKind(next, time))}
      />
      <p class="detail" id="clock-note">
        {texts.notes[kind]}
      </p>
      {kind !== 'fixed' && kind !== 'hourglass' && (
        <Select<Periods> label={texts.periods} value={periods} options={texts.period} choose={(next) => choose(withPeriods(next, time))} />
      )}
      <div class="pair">
        {kind !== 'fixed' && minutes(texts.minutes, 'base_seconds')}
        {periods !== 'one' && (
          <NumberField label={texts.moves} value={time.moves ?? 40} min={1} max={200} whole set={(moves) => change({ moves })} />
        )}
        {periods === 'two' && minutes(texts.rest, 'rest_seconds')}
        {kind === 'fixed' ? (
          <NumberField
            label={texts.seconds.fixed}
            value={time.move_seconds ?? 10}
            min={0.1}
            max={3600}
            set={(seconds) => choose({ move_seconds: seconds })}
          />
        ) : (
          kind !== 'hourglass' && (
            <NumberField
              label={texts.seconds[kind]}
              value={time.increment_seconds ?? 0}
              min={0}
              max={3600}
              set={(seconds) => change({ increment_seconds: seconds })}
            />
          )
        )}
      </div>
      {kind !== 'fixed' && (
        <label class="check">
          <input
            type="checkbox"
            checked={odds}
            onChange={(event) => change({ engine_base_seconds: event.currentTarget.checked ? (time.base_seconds ?? 900) : null })}
          />
          {texts.odds}
        </label>
      )}
      {odds && <div class="pair">{minutes(texts.engineMinutes, 'engine_base_seconds')}</div>}
    </div>
  );
}
