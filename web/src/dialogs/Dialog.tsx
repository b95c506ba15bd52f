import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterDialog } from '../board/inView';
import { commands } from '../game';
import { useTexts } from '../i18n';

/** A modal dialog; Escape, the cross and a click beside it close it. */
export function Dialog(props: { title: string; children: ComponentChildren; wide?: boolean }) {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    afterDialog.selector = null;
    dialog.current?.showModal();
    return () => {
      const next = afterDialog.selector === null ? focused : document.querySelector(afterDialog.selector);
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);
  const close = (): void => commands.open(null);
  return (
    <dialog
      ref={dialog}
      class={`dialog${props.wide ? ' wide' : ''}`}
      aria-labelledby="dialog-title"
      onClose={close}
      onCancel={close}
      onClick={(event) => event.target === dialog.current && close()}
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
