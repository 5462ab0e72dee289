import type { OnChangeFn } from '@tanstack/react-table';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Column visibility by id. */
type Columns = Record<string, boolean>;
type TableChoices = { compact: boolean; columns: Record<string, Columns> };

/** Table preferences of the back office, stored in this browser. */
export const useTableChoices = create<TableChoices>()(
  persist((): TableChoices => ({ compact: false, columns: {} }), { name: 'admin-lists', version: 1 }),
);

/** Column visibility of a list with its setter; stored choices override the defaults. */
export function useColumnChoice(list: string, defaults: Columns): [Columns, OnChangeFn<Columns>] {
  const stored = useTableChoices(({ columns }) => columns[list]);
  const current = { ...defaults, ...stored };
  const choose: OnChangeFn<Columns> = (next) =>
    useTableChoices.setState(({ columns }) => ({
      columns: { ...columns, [list]: typeof next === 'function' ? next(current) : next },
    }));
  return [current, choose];
}
