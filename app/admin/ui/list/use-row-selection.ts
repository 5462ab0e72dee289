import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { tabStorage } from '#app/lib/browser-storage.ts';

/** Selected rows by id, and their setter. */
export type Selection = [RowSelectionState, OnChangeFn<RowSelectionState>];

const storedSchema = z.object({ filter: z.string(), ids: z.array(z.string()) });

function readSelection(list: string, filter: string): RowSelectionState {
  try {
    const stored = storedSchema.parse(JSON.parse(selectionStorage(list).read() ?? ''));
    return stored.filter === filter ? Object.fromEntries(stored.ids.map((id) => [id, true])) : {};
  } catch {
    return {};
  }
}

const selectionStorage = (list: string) => tabStorage(`souk-selected-${list}`);

/**
 * Selection of a list. It survives paging, sorting and returning from a row or a print view, and is cleared
 * when the filters change.
 * @param list name of the list; null when the selection is not used
 */
export function useRowSelection(list: string | null): Selection {
  const [searchParams] = useSearchParams();
  const query = new URLSearchParams(searchParams);
  query.delete('page');
  query.delete('sort');
  const filter = query.toString();
  const [selection, setSelection] = useState<RowSelectionState>(() =>
    list === null ? {} : readSelection(list, filter),
  );
  const [selectedIn, setSelectedIn] = useState(filter);
  if (selectedIn !== filter) {
    setSelectedIn(filter);
    setSelection({});
  }
  useEffect(() => {
    if (list === null) return;
    const ids = Object.keys(selection).filter((id) => selection[id]);
    selectionStorage(list).write(ids.length > 0 ? JSON.stringify({ filter, ids }) : null);
  }, [list, filter, selection]);
  return [selection, setSelection];
}
