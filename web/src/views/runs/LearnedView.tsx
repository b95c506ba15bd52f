import { useEffect, useId, useState } from 'preact/hooks';
import { FigureTable } from '../../FigureTable';
import { useTexts } from '../../i18n';
import { PHASES, runsApi, type LearnedTable, type LearnedTables, type LearnedWeight, type PhaseName, type Run } from '../../net/runs';
import { effectText } from './effect';
import { HeatMap, mostKnown } from './HeatMap';
import { History } from './History';
import { request } from './request';

function Figures({ table, phase, chosen, choose }: { table: LearnedTable; phase: PhaseName; chosen: string; choose(parameter: string): void }) {
  const texts = useTexts();
  const words = texts.runs.learned;
  const number = new Intl.NumberFormat(texts.locale);
  const isFitted = table.cells.some((cell) => cell.phases[phase].weight_error_95 !== null);
  return (
    <FigureTable
      label={table.name}
      heads={[words.parameter, words.start, words.now, isFitted ? words.error : words.effect]}
      rows={table.cells.map((cell) => {
        const weight = cell.phases[phase];
        return {
          key: cell.parameter,
          cells: [
            <button type="button" class="link" aria-pressed={cell.parameter === chosen} onClick={() => choose(cell.parameter)}>
              {cell.place === '' ? table.name : cell.place}
            </button>,
            number.format(weight.start),
            number.format(weight.weight),
            effectText(texts, weight),
          ],
        };
      })}
    />
  );
}

interface BoardsProps {
  table: LearnedTable;
  phase: PhaseName;
  generation: number;
  chosen: string;
  choose(parameter: string): void;
}

function Boards({ table, phase, generation, chosen, choose }: BoardsProps) {
  const texts = useTexts();
  const words = texts.runs.learned;
  const weights = table.cells.map((cell) => cell.phases[phase]);
  const most = Math.max(1, ...weights.flatMap((weight) => [Math.abs(weight.start), Math.abs(weight.weight)]));
  const change = (weight: LearnedWeight): number => weight.weight - weight.start;
  const changed = Math.max(1, ...weights.map((weight) => Math.abs(change(weight))));
  const board = { cells: table.cells, phase, chosen, choose };
  const boards = [
    { title: words.before, value: (weight: LearnedWeight) => weight.start, most, hasDoubt: false },
    { title: words.after(generation), value: (weight: LearnedWeight) => weight.weight, most, hasDoubt: true },
    { title: words.change, value: change, most: changed, hasDoubt: true },
  ];
  return (
    <>
      <div class="heats">
        {boards.map((one) => (
          <HeatMap key={one.title} {...board} {...one} label={words.board(table.name, one.title)} />
        ))}
      </div>
      <p class="detail">{words.help}</p>
    </>
  );
}

function Tables({ run, generations }: { run: Run; generations: number }) {
  const texts = useTexts();
  const words = texts.runs.learned;
  const id = useId();
  const [tables, setTables] = useState<LearnedTables | null>(null);
  const [generation, setGeneration] = useState<number | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [phase, setPhase] = useState<PhaseName>('middlegame');
  const [parameter, setParameter] = useState<string | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    let isOld = false;
    const fail = (sentence: string): void => void (isOld || setFailed(sentence));
    void request(() => runsApi.tables(run.id, generation), fail).then((found) => {
      if (found && !isOld) setTables(found);
    });
    return () => {
      isOld = true;
    };
  }, [run.id, generation, generations]);
  const notice = failed !== '' && <p class="notice">{failed}</p>;
  if (!tables) return notice || <p class="detail">{words.loading}</p>;
  const keyOf = (table: LearnedTable): string => `${table.name}${table.is_board ? '#' : ''}`;
  const table = tables.tables.find((one) => keyOf(one) === name) ?? tables.tables.find((one) => one.is_board) ?? tables.tables[0];
  if (!table) return null;
  const chosen = table.cells.find((cell) => cell.parameter === parameter) ?? mostKnown(table.cells, phase);
  const choice = { table, phase, chosen: chosen?.parameter ?? '', choose: setParameter };
  return (
    <>
      <div class="choices">
        <label for={`${id}-generation`}>{words.generation}</label>
        <select
          id={`${id}-generation`}
          value={generation === null ? '' : String(generation)}
          onChange={(event) => setGeneration(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
        >
          <option value="">{words.last}</option>
          {Array.from({ length: tables.generations }, (_, place) => (
            <option key={place} value={String(place + 1)}>
              {place + 1}
            </option>
          ))}
        </select>
        <label for={`${id}-table`}>{words.table}</label>
        <select id={`${id}-table`} value={keyOf(table)} onChange={(event) => setName(event.currentTarget.value)}>
          {tables.tables.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.name}
              {one.is_board ? ' ▦' : ''}
            </option>
          ))}
        </select>
        <label for={`${id}-phase`}>{words.phase}</label>
        <select id={`${id}-phase`} value={phase} onChange={(event) => setPhase(event.currentTarget.value as PhaseName)}>
          {PHASES.map((one) => (
            <option key={one} value={one}>
              {words.phases[one]}
            </option>
          ))}
        </select>
      </div>
      {notice}
      {table.is_board && <Boards {...choice} generation={tables.generation} />}
      {tables.is_tied && <p class="detail">{words.tied}</p>}
      {chosen && <History run={run} parameter={chosen.parameter} generations={generations} />}
      <details>
        <summary>{texts.runs.asTable}</summary>
        <Figures {...choice} />
      </details>
    </>
  );
}

/** The weights that a training has learned, with their doubt; read when they are asked for. */
export function LearnedView(props: { run: Run; generations: number }) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="learned" onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{texts.runs.learned.title}</summary>
      {isOpen && <Tables {...props} />}
    </details>
  );
}
