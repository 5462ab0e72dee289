import type { SortingState } from '@tanstack/react-table';

/** What a list is ordered by: a column's id, with a minus before it from the highest or latest down. */
export type Sort<Key extends string = string> = Key | `-${Key}`;

/** What a list can be ordered by. */
export const keysOf = <Key extends string>(columns: Readonly<Record<Key, string>>): Key[] =>
  Object.keys(columns).filter((key): key is Key => key in columns);

/** The order that an address asks for; the usual one when it asks for none that there is. */
export function sortOf<Key extends string>(
  keys: readonly Key[],
  usual: Sort<Key>,
  asked: string | null,
): Sort<Key> {
  const known = keys.flatMap((key): Sort<Key>[] => [key, `-${key}`]);
  return known.find((sort) => sort === asked) ?? usual;
}

/** The database's column of an order, and its direction. */
export function orderOf<Key extends string>(
  sort: Sort<Key>,
  columns: Readonly<Record<Key, string>>,
): { column: string; ascending: boolean } {
  const entry = Object.entries<string>(columns).find(([key]) => sort === key || sort === `-${key}`);
  return { column: entry?.[1] ?? 'id', ascending: !sort.startsWith('-') };
}

/** An order as the table has it. */
export function sortingOf(sort: string): SortingState {
  return sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [];
}

/** An order of the table as the address has it. */
export function sortText([first]: SortingState): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : '';
}
