/** A pattern for `ilike` that finds a text as it was typed, anywhere; PostgREST reads `*` as a wildcard too. */
export function searchPattern(text: string): string {
  const literal = text
    .trim()
    .replace(/\*/g, '')
    .replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return `%${literal}%`;
}

/** A condition for `or()` that finds a text in any of some columns. */
export function foundInAny(columns: readonly string[], text: string): string {
  const quoted = searchPattern(text).replace(/[\\"]/g, (sign) => `\\${sign}`);
  return columns.map((column) => `${column}.ilike."${quoted}"`).join(',');
}
