import { useBrand } from '#app/brands/use-brand.ts';
import { type Catalogue, type Speak, wordsIn } from './words.ts';

/** The words of a catalogue in the store's language. */
export function useWords<Words extends Catalogue>(catalogue: Words): Speak<Words> {
  return wordsIn(useBrand().defaultLanguage, catalogue);
}
