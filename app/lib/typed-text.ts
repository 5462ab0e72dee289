const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Cleans a search term: printable characters on one line, cut to a length. */
export function cleanSearch(typed: string, longest: number): string {
  const printable = typed.replace(invisible, '').replace(/[\p{C}\s]+/gu, ' ');
  return cutText(printable.trim(), longest).trim();
}

/** Cleans a multi-line text. Joiners of emoji and Persian letters, and direction marks, stay. */
export function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}|[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replace(/^[\s\u061c\u200c-\u200f]+|[\s\u061c\u200c-\u200f]+$/g, '');
}

/** Created on first use, because creating it is slow. */
let segmenter: Intl.Segmenter | undefined;

/** Cuts a text to a number of UTF-16 units, never inside a visible character such as an emoji. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let end = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment, index } of segmenter.segment(text)) {
    if (index + segment.length > longest) break;
    end = index + segment.length;
  }
  // A single character may be longer than the limit.
  return end > 0 ? text.slice(0, end) : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}
