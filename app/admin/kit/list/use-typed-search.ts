import { useEffect, useRef } from 'react';
import { useListQuery } from './use-list-query.ts';
import { useSearchKey } from './use-search-key.ts';

/** How long typing rests before the list follows, in ms. */
const pause = 250;

/**
 * The search field of a list, and what the address asks of the list: `type` lets it follow what is typed once typing rests,
 * `send` at once, with what is chosen beside the field.
 */
export function useTypedSearch(search: string) {
  const { query, change } = useListQuery();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useSearchKey(search);
  useEffect(() => () => clearTimeout(typing.current), []);
  const send = (chosen: Record<string, string> = {}) => {
    clearTimeout(typing.current);
    change({ search: field.current?.value.trim() ?? search, ...chosen });
  };
  const type = () => {
    clearTimeout(typing.current);
    typing.current = setTimeout(send, pause);
  };
  /** Empties the field and what is named, with the keyboard back in the field. */
  const clear = (names: readonly string[]) => {
    clearTimeout(typing.current);
    if (field.current) field.current.value = '';
    field.current?.focus();
    change(Object.fromEntries(['search', ...names].map((name) => [name, ''])));
  };
  return { query, field, send, type, clear };
}
