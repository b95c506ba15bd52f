import { shownSan } from '../chess/words';
import { commands, view } from '../game';
import { useTexts } from '../i18n';
import { settings } from '../settings';
import { useStore } from '../store';

/** The coach's warning of a blunder, with the choice between another move and this one. */
export function Warning() {
  const texts = useTexts();
  const game = useStore(view).state?.game;
  const { letters } = useStore(settings);
  const warning = game?.warning;
  if (!warning) return null;
  const reply = warning.reply ? shownSan(warning.reply.san, letters) : null;
  return (
    <div class="warning" role="group" aria-label={texts.coach.title}>
      <p>{texts.coach.warning(shownSan(warning.san, letters), reply, Math.round(100 * warning.lost))}</p>
      <button type="button" class="primary" onClick={() => commands.takeBack()}>
        {texts.coach.another}
      </button>
      <button type="button" onClick={() => commands.insist()}>
        {texts.coach.insist}
      </button>
    </div>
  );
}
