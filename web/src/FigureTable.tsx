import type { ComponentChildren } from 'preact';

/** A row of a table: its heading, then its figures in the order of the columns. */
export interface FigureRow {
  key: string | number;
  cells: readonly ComponentChildren[];
}

interface FigureTableProps {
  /** The name of the table, for screen readers. */
  label: string;
  /** Shows the name above the table. */
  isTitled?: boolean;
  heads: readonly string[];
  rows: readonly FigureRow[];
}

/** A table in a box that scrolls where it is too wide, also by keyboard. */
export function FigureTable({ label, isTitled = false, heads, rows }: FigureTableProps) {
  return (
    <div class="wide-table" role="group" aria-label={label} tabIndex={0}>
      <table>
        {isTitled && <caption>{label}</caption>}
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th scope="col" key={column}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [head, ...figures] }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {figures.map((figure, column) => (
                <td key={column}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
