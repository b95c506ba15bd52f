import { createStore } from '../store';

/** The views of the page, as they stand behind `#` in its address. */
export const VIEWS = ['play', 'me', 'opponents', 'runs'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Route {
  view: ViewName;
}

function named(hash: string): ViewName | undefined {
  const name = hash.replace(/^#/, '');
  return name === '' ? 'play' : VIEWS.find((view) => view === name);
}

export const route = createStore<Route>({ view: named(location.hash) ?? 'play' });

/** Shows a view at once, before the browser tells of its new address. */
export function goTo(view: ViewName): void {
  location.hash = `#${view}`;
  route.update({ view });
}

addEventListener('hashchange', () => {
  // Other words behind `#` are places within the view, as the link that skips to its content.
  const view = named(location.hash);
  if (view) route.update({ view });
});
