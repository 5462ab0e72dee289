const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether text can be the id of a row; anything else is not asked of the database. */
export function isRowId(value: string): boolean {
  return uuid.test(value);
}
