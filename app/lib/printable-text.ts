import anyAscii from 'any-ascii';
import { isPrintable, pictured } from './printable-letters.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What stands for a sign that is no letter, such as an emoji. */
const SIGN = '•';

/**
 * A text as paper shows it, where a missing letter would be a box: what cannot be set is spelled in Latin letters, and a sign
 * becomes a dot (docs/product.md, Documents).
 * @param canBeSet whether a character, with its marks, has a shape in the faces at hand
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
