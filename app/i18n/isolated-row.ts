import { formatParts } from './format.ts';
import { isolate, isolateIn } from './isolation.ts';
import { directionOf, pageLanguage } from './page-language.ts';

/**
 * Texts that people typed, such as the parts of an address, in a row that runs in the direction of the page. Without one of
 * its own, a row that begins in Latin letters would run from left to right on an Arabic page.
 */
export function isolatedRow(parts: readonly string[], language = pageLanguage()): string {
  const direction = directionOf(language);
  const isolated = parts.map((part) => (part === '' ? '' : isolate(part, direction)));
  return isolateIn(direction, formatParts(isolated, language));
}
