import { createStore } from './store';

/** What this browser remembers about how the page looks and sounds. Games and people are kept by the program. */
export interface Settings {
  language: 'en' | 'es';
  theme: 'auto' | 'light' | 'dark';
  board: 'teal' | 'wood' | 'grey' | 'contrast';
  letters: 'en' | 'es' | 'figurine';
  sound: boolean;
  coordinates: boolean;
  showLegal: boolean;
  sayEvaluation: boolean;
  showEvaluation: boolean;
  /** Whether keys of one character work outside of fields. */
  characterKeys: boolean;
}

const KEY = 'bayeschess.settings';

function systemLanguage(): 'en' | 'es' {
  return navigator.languages.find((tag) => /^(en|es)\b/.test(tag))?.startsWith('es') ? 'es' : 'en';
}

function defaults(): Settings {
  const language = systemLanguage();
  return {
    language,
    theme: 'auto',
    board: 'teal',
    letters: language,
    sound: false,
    coordinates: true,
    showLegal: true,
    sayEvaluation: false,
    showEvaluation: false,
    characterKeys: true,
  };
}

const CHOICES: { [Key in keyof Settings]: readonly Settings[Key][] } = {
  language: ['en', 'es'],
  theme: ['auto', 'light', 'dark'],
  board: ['teal', 'wood', 'grey', 'contrast'],
  letters: ['en', 'es', 'figurine'],
  sound: [true, false],
  coordinates: [true, false],
  showLegal: [true, false],
  sayEvaluation: [true, false],
  showEvaluation: [true, false],
  characterKeys: [true, false],
};

/** Takes from `stored` whatever is a choice of today; storage may hold what another version wrote. */
function withStored(stored: unknown): Settings {
  const known: Record<string, unknown> = { ...defaults() };
  if (typeof stored === 'object' && stored !== null) {
    for (const [key, choices] of Object.entries(CHOICES)) {
      const value: unknown = (stored as Record<string, unknown>)[key];
      if ((choices as readonly unknown[]).includes(value)) known[key] = value;
    }
  }
  return known as unknown as Settings;
}

function read(): Settings {
  try {
    return withStored(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return defaults();
  }
}

export const settings = createStore<Settings>(read());

settings.listen((value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Storage may be full or barred: the settings then last as long as the page.
  }
});

// A change in one tab is seen in the others.
addEventListener('storage', (event) => {
  if (event.key === KEY) settings.set(read());
});
