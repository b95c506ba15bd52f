import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { useTexts } from './i18n';

/** Shows the page, or where it cannot be drawn any more, what to do. */
export function OrCrash({ children }: { children: ComponentChildren }) {
  const texts = useTexts();
  const [error] = useErrorBoundary((reason) => console.error(reason));
  if (error === undefined) return <>{children}</>;
  return (
    <main>
      <section class="card crash" role="alert">
        <h1>BayesChess</h1>
        <p>{texts.errors.crash}</p>
        <button type="button" class="primary" onClick={() => location.reload()}>
          {texts.errors.reload}
        </button>
      </section>
    </main>
  );
}
