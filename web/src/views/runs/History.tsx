import { useEffect, useState } from 'preact/hooks';
import { FigureTable } from '../../FigureTable';
import { useTexts } from '../../i18n';
import { PHASES, runsApi, type ParameterHistory, type Run } from '../../net/runs';
import { CurveChart, type ChartCurve } from './CurveChart';
import { effectInWords } from './effect';
import { ToneKey } from './Marker';
import { request } from './request';

/** The posterior of one parameter's effect, or of its fitted weight, by generation, with its interval. */
export function History({ run, parameter, generations }: { run: Run; parameter: string; generations: number }) {
  const texts = useTexts();
  const words = texts.runs.learned;
  const [history, setHistory] = useState<ParameterHistory | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    let isOld = false;
    const fail = (sentence: string): void => void (isOld || setFailed(sentence));
    void request(() => runsApi.history(run.id, parameter), fail).then((found) => {
      if (found && !isOld) setHistory(found);
    });
    return () => {
      isOld = true;
    };
  }, [run.id, parameter, generations]);
  const notice = failed !== '' && <p class="notice">{failed}</p>;
  if (!history) return notice || null;
  const isFitted = history.points.some(({ phases }) => phases.opening.weight_error_95 !== null);
  const curves = PHASES.map(
    (phase, tone): ChartCurve => ({
      id: phase,
      name: words.phases[phase],
      tone,
      points: history.points.flatMap(({ generation, phases }) => {
        const { weight, weight_error_95: fitted, effect, effect_error_95: error } = phases[phase];
        const text = words.historyPoint(generation, effectInWords(texts, phases[phase]));
        if (fitted !== null) return [{ x: generation, y: weight, error: fitted, text }];
        if (effect === null) return [];
        return [{ x: generation, y: effect, error: error ?? 0, text }];
      }),
    }),
  ).filter((curve) => curve.points.length > 0);
  return (
    <>
      {notice}
      <h4>
        <code>{history.parameter}</code>
      </h4>
      {curves.length > 0 && (
        <>
          <CurveChart curves={curves} label={isFitted ? words.fittedChart(history.parameter) : words.chart(history.parameter)} />
          <p class="legend">
            {curves.map((curve) => (
              <span key={curve.id} class="plain">
                <ToneKey tone={curve.tone} /> {curve.name}
              </span>
            ))}
          </p>
          <p class="detail">{isFitted ? words.fittedHelp : words.effectHelp}</p>
        </>
      )}
      <FigureTable
        label={history.parameter}
        heads={[texts.runs.generation, ...PHASES.map((phase) => words.phases[phase])]}
        rows={history.points.map(({ generation, phases }) => ({
          key: generation,
          cells: [
            generation,
            ...PHASES.map((phase) => {
              const effect = effectInWords(texts, phases[phase]);
              return isFitted ? effect : `${phases[phase].weight} cp, ${effect}`;
            }),
          ],
        }))}
      />
    </>
  );
}
