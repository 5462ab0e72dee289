/** A list with one of its entries moved by one place; as it was where there is no such place. */
export function moved<Entry>(list: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const result = [...list];
  const target = index + by;
  if (index < 0 || index >= list.length || target < 0 || target >= list.length) return result;
  result.splice(target, 0, ...result.splice(index, 1));
  return result;
}
