import { useState } from 'preact/hooks';
import { goToBoard } from '../../board/inView';
import { commands, receive } from '../../game';
import { useTexts } from '../../i18n';
import { mayLeave } from '../../leave';
import { runsApi, type Run } from '../../net/runs';
import { goTo } from '../route';
import { request } from './request';

/** One click to a game against any generation of a training. */
export function PlayAgainst({ run, generations }: { run: Run; generations: number }) {
  const texts = useTexts();
  const words = texts.runs.play;
  const [failed, setFailed] = useState('');
  const play = async (generation: number): Promise<void> => {
    if (!(await mayLeave())) return;
    const state = await request(() => runsApi.play(run.id, generation), setFailed);
    if (!state) return;
    receive(state);
    commands.open(null);
    goTo('play');
    goToBoard();
  };
  return (
    <div class="play-against">
      <p>{words.title}</p>
      <div class="generations" role="group" aria-label={words.title}>
        {Array.from({ length: generations }, (_, place) => (
          <button type="button" key={place} aria-label={words.go(place + 1)} onClick={() => void play(place + 1)}>
            {place + 1}
          </button>
        ))}
      </div>
      {failed !== '' && <p class="notice">{failed}</p>}
    </div>
  );
}
