import { useTexts } from '../i18n';
import { useStore } from '../store';
import { route, VIEWS } from './route';

/** The links between the views. */
export function Navigation() {
  const texts = useTexts();
  const { view } = useStore(route);
  return (
    <nav class="views" aria-label={texts.views.label}>
      {VIEWS.map((name) => (
        <a key={name} href={`#${name}`} aria-current={name === view ? 'page' : undefined}>
          {texts.views[name]}
        </a>
      ))}
    </nav>
  );
}
