import { useEffect } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { useStore } from '../../store';
import { CurveChart, type ChartCurve } from './CurveChart';
import { RunCard } from './RunCard';
import { RunList } from './RunList';
import { StartRun } from './StartRun';
import { watch, watched } from './watch';

/** The curves of all chosen trainings in one chart. */
function Curves() {
  const texts = useTexts();
  const { chosen, details } = useStore(watched);
  const curves = chosen.flatMap((id, tone): ChartCurve[] => {
    const known = details[id];
    if (!known?.curve) return [];
    const points = known.curve.points.flatMap(({ games, elo, elo_error_95 }) =>
      elo === null ? [] : [{ x: games, y: elo, error: elo_error_95 ?? 0 }],
    );
    return points.length === 0 ? [] : [{ id, name: known.run.title ?? known.run.name, tone, points }];
  });
  if (curves.length === 0) return null;
  const against = [...new Set(chosen.flatMap((id) => details[id]?.curve?.against ?? []))];
  return (
    <section class="card" aria-labelledby="curve-title">
      <h2 id="curve-title">{texts.runs.curve}</h2>
      <p class="detail">{texts.runs.curveHelp(against.join(', '))}</p>
      <CurveChart curves={curves} label={texts.runs.curveLabel(curves.map((curve) => curve.name))} />
      <p class="legend">
        {curves.map((curve) => (
          <span key={curve.id} class="plain">
            <i class={`key tone${curve.tone}`} aria-hidden="true" /> {curve.name}
          </span>
        ))}
      </p>
    </section>
  );
}

/** The runs of this and of other processes, as they go on. */
export function Runs() {
  const { chosen, details } = useStore(watched);
  useEffect(watch, []);
  return (
    <main class="runs">
      <div class="side">
        <RunList />
        <StartRun />
      </div>
      <div class="shown">
        <Curves />
        {chosen.map((id, tone) => {
          const known = details[id];
          return known && <RunCard key={id} details={known} tone={tone} />;
        })}
      </div>
    </main>
  );
}
