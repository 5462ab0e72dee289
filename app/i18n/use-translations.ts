import type { Messages } from './languages.ts';
import { getTranslations, type Translator } from './translations.ts';

/**
 * Translator of a namespace in the page's language.
 * @param messages the namespace's English messages, imported by the component so that a page loads only those it uses
 */
export function useTranslations<M extends Messages>(namespace: string, messages: M): Translator<M> {
  return getTranslations(namespace, messages);
}
