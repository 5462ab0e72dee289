import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** Selected rows by id, and their setter. */
export type Selection = [RowSelectionState, OnChangeFn<RowSelectionState>];

/** Selection of a list, kept over its pages and sorts; empty again once other rows are filtered. */
export function useRowSelection(): Selection {
  const [searchParams] = useSearchParams();
  const query = new URLSearchParams(searchParams);
  query.delete('page');
  query.delete('sort');
  const filter = query.toString();
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [selectedIn, setSelectedIn] = useState(filter);
  if (selectedIn !== filter) {
    setSelectedIn(filter);
    setSelection({});
  }
  return [selection, setSelection];
}
