import type { StyleReport } from '../../net/me';
import type { AmongPeers, PointsDifference, PointsFinding, TrainingItem } from '../../net/report';
import { MOST_FINDINGS, positionsOfFinding } from './claims';
import { resultsBeyondChance, useFormats } from './formats';
import { Positions } from './Positions';
import { pointsOf, useSubjects } from './subjects';

function Difference({ points }: { points: PointsDifference }) {
  const { peers, hundredths } = useFormats();
  const amount = hundredths(Math.abs(points.difference), points.error_95).replace('+', '');
  return <>{(points.difference < 0 ? peers.costs : peers.brings)(amount, points.games, points.other_games)}</>;
}

function Finding({ found, among }: { found: PointsFinding; among: AmongPeers }) {
  const { peers } = useFormats();
  const subjects = useSubjects();
  const { own, elsewhere } = positionsOfFinding(among, found);
  return (
    <li>
      {subjects.finding(found)}: <Difference points={found.points} />
      <Positions positions={own} />
      {[...elsewhere].map(([part, count]) => (
        <p key={part} class="detail">
          {peers.positionsUnder(count, peers[part])}
        </p>
      ))}
    </li>
  );
}

/** Strengths, or weaknesses: what brings points, or costs them, beyond chance. */
export function Findings({ report, side }: { report: StyleReport; side: 'strengths' | 'weaknesses' }) {
  const { peers, expectation } = useFormats();
  const all = resultsBeyondChance(report);
  const results = all !== null && all.difference > 0 === (side === 'strengths') ? all : null;
  const found = report[side];
  return (
    <>
      <h4>{peers[side]}</h4>
      {results === null && found.length === 0 && <p>{peers.nothing[side](report.games)}</p>}
      <ul>
        {results && (
          <li>
            {peers.word('all games')}: {expectation(results)}
          </li>
        )}
        {found.slice(0, MOST_FINDINGS).map((one) => (
          <Finding key={one.kind === 'habit' ? one.habit : `${one.name} ${'color' in one ? one.color : ''}`} found={one} among={report} />
        ))}
      </ul>
      {found.length > MOST_FINDINGS && <p class="detail">{peers.moreFindings(found.length - MOST_FINDINGS)}</p>}
      {side === 'weaknesses' && <p class="detail">{peers.findingsHelp}</p>}
    </>
  );
}

/** Three things to train. */
export function Training({ items }: { items: TrainingItem[] }) {
  const { peers } = useFormats();
  const subjects = useSubjects();
  return (
    <>
      <h4>{peers.training}</h4>
      {items.length === 0 ? <p>{peers.noTraining}</p> : <p class="detail">{peers.trainingHelp}</p>}
      <ol class="training">
        {items.map((item) => (
          <li key={subjects.training(item)}>
            <p>
              <strong>{subjects.training(item)}</strong>: <Difference points={pointsOf(item)} />
              {!item.is_proven && ` (${peers.mayBeChance})`}
            </p>
            <Positions positions={item.positions} />
          </li>
        ))}
      </ol>
    </>
  );
}
