import { useState } from 'preact/hooks';
import { commands, receive } from '../../game';
import { useTexts } from '../../i18n';
import { runsApi, type Run } from '../../net/runs';
import { request } from './request';

/** One click to a game against a generation of a training. */
export function PlayAgainst({ run, generations }: { run: Run; generations: number }) {
  const texts = useTexts();
  const [chosen, setChosen] = useState<number | null>(null);
  const [failed, setFailed] = useState('');
  const generation = Math.min(chosen ?? generations, generations);
  const play = async (): Promise<void> => {
    const state = await request(() => runsApi.play(run.id, generation), setFailed);
    if (!state) return;
    receive(state);
    commands.open(null);
    location.hash = '#play';
  };
  return (
    <div class="controls">
      {generations > 1 && (
        <select aria-label={texts.runs.play.title} value={String(generation)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {Array.from({ length: generations }, (_, place) => (
            <option key={place} value={String(place + 1)}>
              {texts.runs.play.generation(place + 1)}
            </option>
          ))}
        </select>
      )}
      <button type="button" onClick={() => void play()}>
        {texts.runs.play.go(generation)}
      </button>
      {failed !== '' && <p class="notice">{failed}</p>}
    </div>
  );
}
