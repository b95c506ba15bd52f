import { useEffect, useRef } from 'preact/hooks';
import { view } from '../game';
import { useTexts } from '../i18n';
import { question } from '../leave';
import { useStore } from '../store';
import { isClosedByBrowser, useModal } from './useModal';

/** Asks whether a running game is left. To stay is what Escape does, and the button under the keyboard. */
function Question({ answer }: { answer: (leaves: boolean) => void }) {
  const texts = useTexts();
  const isGuest = useStore(view).state?.game?.player === null;
  const dialog = useModal();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <dialog
      ref={dialog}
      class="leave"
      role="alertdialog"
      aria-labelledby="leave-question"
      onCancel={() => answer(false)}
      onClose={(event) => isClosedByBrowser(event) && answer(false)}
    >
      <div class="dialog-body">
        <p id="leave-question">{isGuest ? texts.leave.guest : texts.leave.question}</p>
        <div class="buttons">
          <button type="button" class="danger" onClick={() => answer(true)}>
            {texts.leave.leave}
          </button>
          <button type="button" ref={stay} onClick={() => answer(false)}>
            {texts.leave.stay}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** The question about a running game, while it is asked. */
export function Leave() {
  const { answer } = useStore(question);
  return answer && <Question answer={answer} />;
}
