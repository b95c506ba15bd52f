/** Brings the board before the user: on a phone it is far from the buttons that change it. */
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const touch = matchMedia('(pointer: coarse)');

/** Scrolls the board into view, if some of it is outside. */
export function showBoard(): void {
  // What has just changed is drawn first.
  requestAnimationFrame(() => {
    const board = document.querySelector('.board');
    const { top, bottom } = board?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (top >= 0 && bottom <= innerHeight) return;
    board?.scrollIntoView({ block: 'start', behavior: reducedMotion.matches ? 'auto' : 'smooth' });
  });
}

/** Where the focus goes instead of back, when the dialog that is open closes. */
export const afterDialog: { selector: string | null } = { selector: null };

/** Shows the board of a game that has begun, with the keyboard on the move field; touch opens no keyboard. */
export function goToBoard(): void {
  const target = touch.matches ? '.play' : '#move-field';
  // A dialog may close before this or after it.
  afterDialog.selector = target;
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    // Whoever has chosen a field meanwhile stays there.
    if (now === before || now === document.body || now?.closest('dialog')) document.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
    showBoard();
  });
}
