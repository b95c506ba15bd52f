import type { Texts } from '../../i18n';
import type { RecipeFault, RecipeKey, Unreadable } from '../../net/runs';

/** What is wrong with a recipe, in the language of the page; undefined for what the program's sentence alone tells. */
export function faultInWords(texts: Texts, key: RecipeKey | undefined, fault: RecipeFault): string | undefined {
  const words = texts.runs.faults;
  const number = (value: number): string => new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 6 }).format(value);
  switch (fault.code) {
    case 'unknown_key':
      return words.unknownKey;
    case 'missing_key':
      return words.missingKey;
    case 'wrong_type':
      return key ? words.wrongType[key.value] : undefined;
    case 'names_file':
      return words.namesFile;
    case 'other_engine':
      return words.otherEngine;
    case 'unknown_word':
      return words.unknownWord(fault.values.word, fault.values.known.join(', '));
    case 'unknown_heuristic':
      return words.unknownHeuristic(fault.values.name);
    case 'out_of_range':
      return words.outOfRange(number(fault.values.value), number(fault.values.least), number(fault.values.most));
    case 'too_small':
      return words.tooSmall(number(fault.values.value), number(fault.values.least));
    case 'not_above':
      return words.notAbove(number(fault.values.value), number(fault.values.above), number(fault.values.most));
    case 'odd':
      return words.odd(number(fault.values.value));
    case 'other':
      return undefined;
  }
}

/** Why a file cannot be read, in the language of the page; undefined for what the program's sentence alone tells. */
export function unreadableInWords(texts: Texts, file: Unreadable): string | undefined {
  const words = texts.runs.unreadableFiles;
  switch (file.code) {
    case 'no_database':
      return words.noDatabase;
    case 'other_database':
      return words.otherDatabase;
    case 'newer_database':
      return words.newerDatabase(file.values.schema);
    case 'damaged_database':
      return words.damagedDatabase(file.values.place);
    case 'journal_line':
      return words.journalLine(file.values.line);
    case 'recipe_line':
      return words.recipeLine(file.values.line);
    case 'other_journal':
      return words.otherJournal;
    case 'validation_alone':
      return words.validationAlone;
    case 'other':
      return undefined;
  }
}
