import { LANGUAGES, useTexts, type Language } from '../i18n';
import { settings, type Settings } from '../settings';
import { useStore } from '../store';
import { Choice, Dialog } from './Dialog';

type Switch = 'sound' | 'coordinates' | 'showLegal' | 'sayEvaluation' | 'showEvaluation' | 'characterKeys';

/** How the page looks, sounds and speaks. Every change holds at once. */
export function SettingsDialog() {
  const texts = useTexts();
  const now = useStore(settings);
  const said = texts.settings;
  const entries = <T extends string>(names: Record<T, string>) => Object.entries(names) as [T, string][];
  const switches: [Switch, string][] = [
    ['sound', said.sound],
    ['showLegal', said.legal],
    ['coordinates', said.coordinates],
    ['sayEvaluation', said.evaluation],
    ['showEvaluation', said.showEvaluation],
    ['characterKeys', said.characterKeys],
  ];
  return (
    <Dialog title={said.title}>
      <Choice<Language>
        legend={said.language}
        name="language"
        value={now.language}
        options={(Object.keys(LANGUAGES) as Language[]).map((key) => [key, LANGUAGES[key].name])}
        choose={(language) =>
          settings.update({ language, letters: now.letters === 'figurine' ? 'figurine' : language })
        }
      />
      <Choice<Settings['theme']>
        legend={said.theme}
        name="theme"
        value={now.theme}
        options={entries(said.themes)}
        choose={(theme) => settings.update({ theme })}
      />
      <Choice<Settings['board']>
        legend={said.boardColors}
        name="board"
        value={now.board}
        options={entries(said.boards)}
        choose={(board) => settings.update({ board })}
      />
      <Choice<Settings['letters']>
        legend={said.letters}
        name="letters"
        value={now.letters}
        options={entries(said.letterKinds)}
        choose={(letters) => settings.update({ letters })}
      />
      {switches.map(([key, label]) => (
        <label class="check" key={key}>
          <input
            type="checkbox"
            checked={now[key]}
            onChange={(event) => settings.update({ [key]: event.currentTarget.checked })}
          />
          {label}
        </label>
      ))}
    </Dialog>
  );
}
