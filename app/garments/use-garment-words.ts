import garmentsMessages from '#app/i18n/messages/en/garments.json';
import { useTranslations } from '#app/i18n/use-translations.ts';

type Word = keyof typeof garmentsMessages;
const isWord = (name: string): name is Word => Object.hasOwn(garmentsMessages, name);

/** Returns what a garment type, or one of the colours that garments come in, is called on the page; other names stay. */
export function useGarmentWords(): (name: string) => string {
  const t = useTranslations('garments', garmentsMessages);
  return (name) => (isWord(name) ? t(name) : name);
}
