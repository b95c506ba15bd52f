import { useTexts } from './i18n';

/** Words of the program, a system or an engine. They are English and marked as such. */
export function ServerWords({ text }: { text: string }) {
  const texts = useTexts();
  return (
    <>
      {texts.errors.inEnglish}
      <span lang="en">{text}</span>
    </>
  );
}
