import type { SortingState } from '@tanstack/react-table';

/** Sort of a list: a column id, with a leading minus for descending. */
export type Sort<Key extends string = string> = Key | `-${Key}`;

/** Returns the sort keys of a list. */
export const keysOf = <Key extends string>(columns: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(columns).filter((key): key is Key => key in columns);

/** Parses the sort of a URL; an unknown one becomes the default. */
export function sortOf<Key extends string>(
  keys: readonly Key[],
  fallback: Sort<Key>,
  text: string | null,
): Sort<Key> {
  const sorts = keys.flatMap((key): Sort<Key>[] => [key, `-${key}`]);
  return sorts.find((sort) => sort === text) ?? fallback;
}

/** Returns the database column and direction of a sort. */
export function orderOf<Key extends string>(
  sort: Sort<Key>,
  columns: Readonly<Record<Key, string>>,
): { column: string; ascending: boolean } {
  const entry = Object.entries<string>(columns).find(([key]) => sort === key || sort === `-${key}`);
  return { column: entry?.[1] ?? 'id', ascending: !sort.startsWith('-') };
}

/** Converts a sort to table state. */
export function sortingState(sort: string): SortingState {
  return sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [];
}

/** Converts table state to a sort. */
export function sortText([first]: SortingState): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : '';
}
