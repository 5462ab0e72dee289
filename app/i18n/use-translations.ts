import { createContext, useContext } from 'react';
import type { Messages } from './languages.ts';
import { type Translator, translationsIn } from './translations.ts';

/** The language of the page, provided by the root layout. */
export const LocaleContext = createContext('en');

/**
 * Translator of a namespace in the page's language.
 * @param english the namespace's messages, imported by the component so that a page loads only those it uses
 */
export function useTranslations<M extends Messages>(namespace: string, english: M): Translator<M> {
  return translationsIn(useContext(LocaleContext), namespace, english);
}
