/** Letters of these scripts can be printed as written; emoji cannot, whatever script they belong to. */
const printable =
  /^(?:[\p{Script=Arabic}\p{Script=Common}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Inherited}\p{Script=Latin}])+$/u;
/** Characters drawn as pictures. */
export const pictured = /\p{Emoji_Presentation}|\ufe0f|\u20e3|[\u{1f000}-\u{1faff}]/u;

/** Whether documents can show a character as written, in their embedded fonts. */
export const isPrintable = (grapheme: string): boolean =>
  printable.test(grapheme) && !pictured.test(grapheme);
