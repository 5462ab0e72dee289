/** The families that stand in for one while its file loads, in the order in which devices have their fonts. */
export function standInsOf(family: string): readonly [string, string] {
  return [`${family} Fallback`, `${family} Fallback 2`];
}
