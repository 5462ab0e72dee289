const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether text can be the id of a row; anything else is not asked of the database. */
export function isRowId(value: string): boolean {
  return uuid.test(value);
}

/**
 * The id of a row as the database writes it, in lower case; null for text that cannot be one. What is named by an id, such
 * as the tags of a page, needs it in one writing.
 */
export function rowIdOf(value: string): string | null {
  return isRowId(value) ? value.toLowerCase() : null;
}
