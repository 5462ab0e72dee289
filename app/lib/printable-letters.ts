/** Letters of these scripts stand on paper as they were written; emoji do not, whatever script they count as. */
const printable =
  /^(?:[\p{Script=Arabic}\p{Script=Common}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Inherited}\p{Script=Latin}])+$/u;
/** Characters that are drawn as pictures. */
export const pictured = /\p{Emoji_Presentation}|\ufe0f|\u20e3|[\u{1f000}-\u{1faff}]/u;

/** Whether documents show a character as it was written, in the faces that they bring along. */
export const isPrintable = (grapheme: string): boolean =>
  printable.test(grapheme) && !pictured.test(grapheme);
