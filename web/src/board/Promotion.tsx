import { isClosedByBrowser, useModal } from '../dialogs/useModal';
import { useTexts } from '../i18n';
import type { ColorName } from '../net/contract';

const CHOICES = [
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
] as const;

/** Asks what a pawn becomes. The first button has the focus; Escape puts the pawn back. */
export function Promotion(props: { color: ColorName; choose(letter: string | null): void }) {
  const texts = useTexts();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      class="promotion"
      aria-label={texts.board.promote}
      onCancel={(event) => {
        event.preventDefault();
        props.choose(null);
      }}
      onClose={(event) => isClosedByBrowser(event) && props.choose(null)}
    >
      {CHOICES.map(([letter, role]) => (
        <button type="button" key={letter} onClick={() => props.choose(letter)} aria-label={texts.role[role]}>
          <span class={`piece-image ${props.color} ${role}`} />
        </button>
      ))}
      <button type="button" class="quiet" onClick={() => props.choose(null)}>
        {texts.board.cancel}
      </button>
    </dialog>
  );
}
