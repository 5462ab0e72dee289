import { type ReactNode, useState } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { deleteRows, restoreRows, type TrashedTable } from '../undo.ts';
import { useChange } from '../use-change.ts';
import { AskDelete, mostUnasked } from './ask-delete.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { SelectedRows } from './data-table.tsx';

/** An action on the selected rows, with its undo. */
export type BulkAction<Row> = {
  label: string;
  work: (rows: readonly Row[]) => Promise<unknown>;
  undo: (rows: readonly Row[]) => Promise<unknown>;
  /** Deletes the rows; asks first when there are many. */
  deletes?: boolean;
};

type BulkButtonsProps<Row> = {
  selected: SelectedRows<Row>;
  actions: readonly BulkAction<Row>[];
  /** Further controls, after the actions. */
  more?: ReactNode;
};

/** Runs work on rows one after another. */
export const eachOf =
  <Row,>(work: (row: Row) => Promise<unknown>) =>
  async (rows: readonly Row[]) => {
    for (const row of rows) await work(row);
  };

/** Returns the bulk action that deletes rows of a table to the trash. */
export function deletionOf<Row>(table: TrashedTable, idOf: (row: Row) => string): BulkAction<Row> {
  return {
    label: adminTexts()('deleteChosen'),
    work: (rows) => deleteRows(table, rows.map(idOf)),
    undo: (rows) => restoreRows(table, rows.map(idOf)),
    deletes: true,
  };
}

/** The bulk bar for actions that apply to all selected rows. */
export function BulkButtons<Row>({ selected: { rows, clear }, actions, more }: BulkButtonsProps<Row>) {
  const t = adminTexts();
  const { busy, change } = useChange();
  const [confirming, setConfirming] = useState<BulkAction<Row> | null>(null);
  const count = rows.length;
  const run = async ({ work, undo, deletes }: BulkAction<Row>) => {
    const done = await change({
      run: () => work(rows),
      undo: () => undo(rows),
      done: t(deletes ? 'rowsDeleted' : 'rowsChanged', { count }),
      failed: t('rowsNotChanged'),
    });
    setConfirming(null);
    if (done) clear();
  };
  return (
    <BulkBar selected={count} busy={busy} onClear={clear}>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant={action.deletes ? 'destructive' : 'outline'}
          size="small"
          busy={busy}
          onClick={() => (action.deletes && count > mostUnasked ? setConfirming(action) : void run(action))}
        >
          {action.label}
        </Button>
      ))}
      {more}
      {confirming ? (
        <AskDelete
          count={count}
          busy={busy}
          onDelete={() => void run(confirming)}
          onClose={() => setConfirming(null)}
        />
      ) : null}
    </BulkBar>
  );
}
