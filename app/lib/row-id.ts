/** A random UUID (version 4), also on plain http, where `crypto.randomUUID` is missing. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const marked = bytes.map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte));
  const digits = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether text is a valid row id. */
export function isRowId(value: string): boolean {
  return uuid.test(value);
}

/** Normalizes a row id to lower case, as in cache tags; null for an invalid one. */
export function rowIdOf(value: string): string | null {
  return isRowId(value) ? value.toLowerCase() : null;
}
