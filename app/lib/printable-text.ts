import anyAscii from 'any-ascii';
import { isPrintable, pictured } from './printable-letters.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Replaces a character that is not a letter, such as an emoji. */
const SIGN = '•';

/**
 * Prepares a text for print, where a missing letter would be a box: unprintable letters are transliterated to Latin,
 * and symbols become a dot (docs/product.md, Documents).
 * @param canBeSet whether the fonts have a glyph for a character with its marks
 */
export function printableText(text: string, canBeSet = isPrintable): string {
  let shown = '';
  for (const { segment } of graphemes.segment(text.normalize('NFC')))
    shown += canBeSet(segment) ? segment : replaced(segment, canBeSet);
  return shown;
}

function replaced(grapheme: string, canBeSet: (grapheme: string) => boolean): string {
  const bare = grapheme.replace(/\p{M}/gu, '');
  if (bare !== '' && bare !== grapheme && !pictured.test(grapheme) && canBeSet(bare)) return bare;
  const spelled = /[\p{L}\p{N}\p{Sc}\p{Z}]/u.test(grapheme) ? anyAscii(grapheme) : '';
  return spelled === '' ? SIGN : spelled;
}
