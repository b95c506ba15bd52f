import { useEffect, useRef, useState } from 'preact/hooks';

/** What was dropped: a file, or else a text. */
export interface Dropped {
  file: File | undefined;
  text: string;
}

/** Takes what is dropped on the page. */
export interface DropTarget {
  /** What is shown while something is dragged over the page. */
  label: string;
  takesText: boolean;
  take(dropped: Dropped): void;
}

const FIELDS = 'input, textarea, [contenteditable]';

/** What becomes of a drag where it is: a field takes it, the page does, or nobody. */
type Fate = 'field' | 'page' | 'nobody';

function fateOf(event: DragEvent, target: DropTarget | null, isOwn: boolean): Fate {
  const types = event.dataTransfer?.types ?? [];
  const hasFile = types.includes('Files');
  const over = event.target instanceof Element ? event.target : null;
  if (over?.closest(hasFile ? 'input[type=file]' : FIELDS)) return 'field';
  if (!target || isOwn) return 'nobody';
  // A link comes with its address as text.
  const hasText = types.includes('text/plain') && !types.includes('text/uri-list');
  return hasFile || (target.takesText && hasText) ? 'page' : 'nobody';
}

/**
 * Gives what is dropped anywhere on the page to `target`; true while something that it takes is dragged over the page.
 *
 * What nobody takes does nothing: the browser would show a dropped file instead of the page.
 */
export function useDrop(target: DropTarget | null): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    // A link or marked words of this page are dragged.
    let isOwn = false;
    const handlers: Partial<Record<'dragstart' | 'dragend' | 'dragover' | 'dragleave' | 'drop', (event: DragEvent) => void>> = {
      dragstart: () => void (isOwn = true),
      dragend: () => void (isOwn = false),
      dragover(event) {
        const fate = fateOf(event, latest.current, isOwn);
        setOver(fate === 'page');
        if (fate !== 'field') event.preventDefault();
        if (fate === 'nobody' && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
      },
      dragleave(event) {
        if (event.relatedTarget === null) setOver(false);
      },
      drop(event) {
        const fate = fateOf(event, latest.current, isOwn);
        isOwn = false;
        setOver(false);
        if (fate !== 'field') event.preventDefault();
        if (fate !== 'page') return;
        const data = event.dataTransfer;
        latest.current?.take({ file: data?.files[0], text: data?.getData('text/plain') ?? '' });
      },
    };
    const entries = Object.entries(handlers) as [keyof typeof handlers, (event: DragEvent) => void][];
    for (const [kind, handler] of entries) addEventListener(kind, handler);
    return () => {
      for (const [kind, handler] of entries) removeEventListener(kind, handler);
    };
  }, []);
  return over;
}
