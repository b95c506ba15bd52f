import { useState } from 'preact/hooks';
import { view } from '../../game';
import { useTexts } from '../../i18n';
import { LONGEST_NAME } from '../../net/api';
import type { ReportStatus } from '../../net/me';
import { useStore } from '../../store';
import { remember } from './given';

/** Lets the engine remember the games of the report, under the name with which the user sits at the board. */
export function Remember({ status }: { status: ReportStatus }) {
  const texts = useTexts().me.remember;
  const seated = useStore(view).state?.seat.name ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? seated ?? status.names[0] ?? '';
  return (
    <form
      class="remember"
      aria-labelledby="remember"
      onSubmit={(event) => {
        event.preventDefault();
        void remember(name);
      }}
    >
      <h3 id="remember">{texts.title}</h3>
      <p class="detail">{texts.note}</p>
      <label class="field">
        {texts.name}
        <input
          type="text"
          maxLength={LONGEST_NAME}
          required
          value={name}
          disabled={status.is_remembering}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div class="controls">
        <button type="submit" disabled={status.is_remembering}>
          {texts.button}
        </button>
      </div>
      <p role="status">{status.is_remembering ? texts.working : status.remembered && texts.done(status.remembered)}</p>
    </form>
  );
}
