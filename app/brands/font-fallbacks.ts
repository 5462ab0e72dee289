/**
 * System fonts used while a web font loads, in order of preference: common on phones and desktops, on minimal Linux
 * installations, and bundled with browsers.
 */
export function fallbackFamilies(family: string): string[] {
  return ['Fallback', 'Fallback 2', 'Fallback 3'].map((name) => `${family} ${name}`);
}
