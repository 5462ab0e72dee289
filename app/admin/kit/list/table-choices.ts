import type { OnChangeFn } from '@tanstack/react-table';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Which columns of a list are shown, by their id. */
type Columns = Record<string, boolean>;
type TableChoices = { compact: boolean; columns: Record<string, Columns> };

/** How somebody likes the lists of the back office, remembered by their browser. */
export const useTableChoices = create<TableChoices>()(
  persist((): TableChoices => ({ compact: false, columns: {} }), { name: 'admin-lists', version: 1 }),
);

/** The columns of a list that somebody chose, over those that it usually has, and what chooses others. */
export function useColumnChoice(list: string, usual: Columns): [Columns, OnChangeFn<Columns>] {
  const chosen = useTableChoices(({ columns }) => columns[list]);
  const now = { ...usual, ...chosen };
  const choose: OnChangeFn<Columns> = (next) =>
    useTableChoices.setState(({ columns }) => ({
      columns: { ...columns, [list]: typeof next === 'function' ? next(now) : next },
    }));
  return [now, choose];
}
