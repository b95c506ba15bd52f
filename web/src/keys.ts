import { commands, show, shownPly, view } from './game';
import { settings } from './settings';
import { route } from './views/route';

/** Keys that work anywhere outside of fields and dialogs. */
function key(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || view.get().dialog) return;
  if (route.get().view !== 'play') return;
  const target = event.target;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog, .squares')) return;
  // Speech input and a key that is hit by mistake give characters, too.
  if (event.key.length === 1 && !settings.get().characterKeys) return;
  const ply = shownPly();
  switch (event.key) {
    case 'ArrowLeft':
      show(ply - 1);
      break;
    case 'ArrowRight':
      show(ply + 1);
      break;
    case 'Home':
      show(0);
      break;
    case 'End':
      show(null);
      break;
    case '/':
      document.getElementById('move-field')?.focus();
      break;
    case 'f':
      commands.flip();
      break;
    case 'n':
      commands.open('new');
      break;
    case '?':
      commands.open('help');
      break;
    default:
      return;
  }
  event.preventDefault();
}

export function startKeys(): void {
  document.addEventListener('keydown', key);
}
