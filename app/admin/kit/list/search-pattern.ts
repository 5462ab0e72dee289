/** A pattern for `ilike` that finds a text as it was typed, anywhere; PostgREST reads `*` as a wildcard too. */
export function searchPattern(text: string): string {
  const literal = text
    .trim()
    .replace(/\*/g, '')
    .replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return `%${literal}%`;
}

const phoneSigns = /^[-+\d ()./]+$/;

/** Whether somebody who types this may mean a phone number, or its beginning. */
export function mayBePhone(text: string): boolean {
  return phoneSigns.test(text.trim()) && nationalDigits(text).length >= 4;
}

/** Whether somebody who types this may mean a phone number, its beginning, or its last digits as people read them aloud. */
export function mayBePartOfPhone(text: string): boolean {
  return phoneSigns.test(text.trim()) && text.replace(/\D/g, '').length >= 3;
}

/** The digits of a phone number without its country and the zero before it, which is how it stands in any way of writing it. */
export function nationalDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(0020|20|0)/, '');
}

/** A condition for `or()` that finds a text in any of some columns. */
export function foundInAny(columns: readonly string[], text: string): string {
  const quoted = searchPattern(text).replace(/[\\"]/g, (sign) => `\\${sign}`);
  return columns.map((column) => `${column}.ilike."${quoted}"`).join(',');
}
