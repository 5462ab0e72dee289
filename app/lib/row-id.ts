const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether text is a valid row id. */
export function isRowId(value: string): boolean {
  return uuid.test(value);
}

/** Normalizes a row id to lower case, as in cache tags; null for an invalid one. */
export function rowIdOf(value: string): string | null {
  return isRowId(value) ? value.toLowerCase() : null;
}
