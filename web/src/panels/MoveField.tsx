import { useRef, useState } from 'preact/hooks';
import { answerTyped } from '../chess/commands';
import { view } from '../game';
import { useTexts } from '../i18n';

/** Takes typed moves and the commands of lichess' blind mode. */
export function MoveField() {
  const texts = useTexts();
  const [text, setText] = useState('');
  const before = useRef<string[]>([]);
  const [back, setBack] = useState(0);
  const submit = (): void => {
    view.update({ message: '' });
    const line = text.trim();
    if (line === '') return;
    before.current = [line, ...before.current].slice(0, 50);
    setBack(0);
    if (answerTyped(line, texts)) setText('');
  };
  const recall = (step: number): void => {
    const next = Math.max(0, Math.min(before.current.length, back + step));
    setBack(next);
    setText(next === 0 ? '' : (before.current[next - 1] ?? ''));
  };
  return (
    <form
      class="move-field"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label for="move-field">{texts.field.label}</label>
      <input
        id="move-field"
        type="text"
        value={text}
        maxLength={40}
        placeholder={texts.field.placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          recall(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <button type="submit" class="primary">
        {texts.field.play}
      </button>
    </form>
  );
}
