import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterDialog } from '../board/inView';
import { commands } from '../game';
import { useTexts } from '../i18n';
import { isClosedByBrowser, useModal } from './useModal';

/** A modal dialog; Escape, the cross and a click beside it close it. */
export function Dialog(props: { title: string; children: ComponentChildren; wide?: boolean }) {
  const texts = useTexts();
  useEffect(() => void (afterDialog.selector = null), []);
  const dialog = useModal(() => (afterDialog.selector === null ? null : document.querySelector(afterDialog.selector)));
  // A text that is marked with the mouse may end beside the dialog.
  const pressedBeside = useRef(false);
  const close = (): void => commands.open(null);
  return (
    <dialog
      ref={dialog}
      class={`dialog${props.wide ? ' wide' : ''}`}
      aria-labelledby="dialog-title"
      onClose={(event) => isClosedByBrowser(event) && close()}
      onCancel={close}
      onPointerDown={(event) => void (pressedBeside.current = event.target === dialog.current)}
      onClick={(event) => event.target === dialog.current && pressedBeside.current && close()}
    >
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{props.title}</h2>
          <button type="button" class="quiet cross" aria-label={texts.newGame.close} onClick={close}>
            ×
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}

/** A group of choices of which one holds. */
export function Choice<T extends string>(props: {
  legend: string;
  name: string;
  value: T;
  options: readonly (readonly [T, string])[];
  choose(value: T): void;
}) {
  return (
    <fieldset class="choice">
      <legend>{props.legend}</legend>
      <div class="options">
        {props.options.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={value === props.value}
              onChange={() => props.choose(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
