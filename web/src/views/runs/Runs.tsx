import { useEffect } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { useStore } from '../../store';
import { CurveChart, type ChartCurve } from './CurveChart';
import { eloText } from './Interval';
import { ToneKey } from './Marker';
import { RunCard } from './RunCard';
import { RunList } from './RunList';
import { StartRun } from './StartRun';
import { watch, watched } from './watch';

/** The curves of all chosen trainings in one chart. */
function Curves() {
  const texts = useTexts();
  const { chosen, details } = useStore(watched);
  const number = new Intl.NumberFormat(texts.locale);
  const curves = chosen.flatMap((id, tone): ChartCurve[] => {
    const known = details[id];
    if (!known?.curve) return [];
    const points = known.curve.points.flatMap(({ generation, games, elo, elo_error_95: error }) => {
      if (elo === null) return [];
      const text = texts.runs.curvePoint(generation, number.format(games), texts.runs.elo(eloText(texts.locale, elo, error ?? 0)));
      return [{ x: games, y: elo, error: error ?? 0, text }];
    });
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
            <ToneKey tone={curve.tone} /> {curve.name}
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
