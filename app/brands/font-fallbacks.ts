/**
 * The families that a font's text is set in while its file loads, in the order in which they are looked for: the system fonts of
 * phones and offices, those of a bare Linux, and those of a browser that brings its own.
 */
export function fallbackFamilies(family: string): string[] {
  return ['Fallback', 'Fallback 2', 'Fallback 3'].map((name) => `${family} ${name}`);
}
