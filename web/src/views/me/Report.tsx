import { PieceDrawings } from '../../board/Diagram';
import { FigureTable } from '../../FigureTable';
import { isolated } from '../../i18n/isolated';
import type { ResultLine, StyleReason, StyleReport } from '../../net/me';
import type { AmongPeers } from '../../net/report';
import { Advice } from './Advice';
import { positionsOfCourse, positionsOfReason } from './claims';
import { Example } from './Example';
import { Findings, Training } from './Findings';
import { scoreOf, total, useFormats } from './formats';
import { Limits, Openings, OverTime } from './Lessons';
import { Positions } from './Positions';
import { saveReport } from './report-file';
import { Standing } from './Standing';
import { Summary } from './Summary';
import { Verdict } from './Verdict';

function Reasons({ title, reasons, among }: { title: string; reasons: StyleReason[]; among: AmongPeers }) {
  const { texts, peers, percent, weighed } = useFormats();
  return (
    <section class="reasons">
      <h4>{title}</h4>
      {reasons.length === 0 && <p class="detail">{texts.noReason}</p>}
      <ul>
        {reasons.map((reason) => (
          <li key={reason.sign}>
            <p>
              {peers.habit(reason.sign, reason.question)}: {peers.word(reason.value)}{' '}
              {texts.reason(percent.format(reason.share), percent.format(reason.usual), reason.games)}{' '}
              <span class="detail">{texts.weight(weighed(reason.weight, reason.error_95))}</span>
            </p>
            <Example example={reason.example} />
            <Positions positions={positionsOfReason(among, reason.sign, reason.value)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ title, lines, among }: { title: string; lines: ResultLine[]; among?: AmongPeers }) {
  const { texts, peers, percent, points } = useFormats();
  if (lines.length === 0) return null;
  return (
    <FigureTable
      label={title}
      isTitled
      heads={[texts.group, texts.games, texts.won, texts.drawn, texts.lost, texts.score, texts.beyond]}
      rows={lines.map((line) => ({
        key: line.name,
        cells: [
          <>
            {peers.word(line.name)}
            {among && <Positions positions={positionsOfCourse(among, line.name)} />}
          </>,
          total(line),
          line.won,
          line.drawn,
          line.lost,
          percent.format(scoreOf(line)),
          line.by_rating ? `${points.format(100 * line.by_rating.difference)} ± ${Math.round(100 * line.by_rating.error_95)}` : '–',
        ],
      }))}
    />
  );
}

/** The report: what `style report` says of the same games. */
export function Report({ report }: { report: StyleReport }) {
  const { texts } = useFormats();
  const axes = report.verdict.axes;
  const spellings = Object.entries(report.spellings).map(([name, games]) => `${isolated(name)} (${games})`);
  return (
    <article class="card report" aria-labelledby="report-title">
      <div class="card-head">
        <h3 id="report-title">{report.player}</h3>
        <div class="controls no-print">
          <button type="button" onClick={() => print()}>
            {texts.print}
          </button>
          <button type="button" onClick={() => saveReport(report.player)}>
            {texts.saveFile}
          </button>
        </div>
      </div>
      <PieceDrawings />
      <Summary report={report} />
      <p class="detail">{texts.spellings(spellings.join(', '))}</p>
      <Findings report={report} side="strengths" />
      <Findings report={report} side="weaknesses" />
      <Training items={report.training} />
      <Advice report={report} />
      <Results title={texts.results} lines={report.records.all} />
      <Results title={texts.white} lines={report.records.white} />
      <Results title={texts.black} lines={report.records.black} />
      <Results title={texts.course} lines={report.records.course} among={report} />
      <p class="detail">{texts.beyondHelp}</p>
      <Openings openings={report.openings} />
      <OverTime among={report} />
      <h4>{texts.style}</h4>
      <Verdict report={report} />
      <Example example={report.typical} />
      <Standing among={report} />
      <Reasons title={texts.reasons.attacking} reasons={report.attacking} among={report} />
      <Reasons title={texts.reasons.defensive} reasons={report.defensive} among={report} />
      {axes.complicating && (
        <>
          <Reasons title={texts.reasons.complicating} reasons={report.complicating} among={report} />
          <Reasons title={texts.reasons.simplifying} reasons={report.simplifying} among={report} />
        </>
      )}
      <p class="detail">{texts.weightHelp}</p>
      <Limits among={report} />
      <p class="detail on-paper">{texts.pieces}</p>
    </article>
  );
}
