import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Shows a modal dialog for as long as its component is there.
 *
 * Afterwards the focus goes to the element of `next`, or back to where it was. Before, the dialog is closed: while it is
 * modal nothing else on the page can have the focus, and with the dialog the focus would be lost.
 */
export function useModal(next?: () => Element | null): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      const target = next?.() ?? before;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

/** Returns true if the browser closed a dialog that is still shown; one that was taken away is told of, too. */
export function isClosedByBrowser(event: Event): boolean {
  return event.currentTarget instanceof Element && event.currentTarget.isConnected;
}
