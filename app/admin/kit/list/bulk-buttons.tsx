import { useState } from 'react';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { deleteRows, restoreRows, type TrashedTable } from '../undo.ts';
import { useChange } from '../use-change.ts';
import { AskDelete, mostUnasked } from './ask-delete.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { Chosen } from './data-table.tsx';

/** What can be done with the chosen rows, and what takes it back. */
export type BulkAction<Row> = {
  label: string;
  work: (rows: readonly Row[]) => Promise<unknown>;
  undo: (rows: readonly Row[]) => Promise<unknown>;
  /** It deletes them: more than a few are asked about first. */
  deletes?: boolean;
};

type BulkButtonsProps<Row> = { chosen: Chosen<Row>; actions: readonly BulkAction<Row>[] };

/** Work on several rows as work on each, one after the other. */
export const eachOf =
  <Row,>(work: (row: Row) => Promise<unknown>) =>
  async (rows: readonly Row[]) => {
    for (const row of rows) await work(row);
  };

/** Deleting rows of a table, which wait in the trash. */
export function deletionOf<Row>(table: TrashedTable, idOf: (row: Row) => string): BulkAction<Row> {
  return {
    label: getTranslations('admin', adminMessages)('deleteChosen'),
    work: (rows) => deleteRows(table, rows.map(idOf)),
    undo: (rows) => restoreRows(table, rows.map(idOf)),
    deletes: true,
  };
}

/** The bar for chosen rows where the same can be done with all of them. */
export function BulkButtons<Row>({ chosen: { rows, clear }, actions }: BulkButtonsProps<Row>) {
  const t = useTranslations('admin', adminMessages);
  const { busy, change } = useChange();
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null);
  const count = rows.length;
  const run = async ({ work, undo, deletes }: BulkAction<Row>) => {
    const done = await change({
      work: () => work(rows),
      undo: () => undo(rows),
      done: t(deletes ? 'rowsDeleted' : 'rowsChanged', { count }),
      failed: t('rowsNotChanged'),
    });
    setAsking(null);
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
          onClick={() => (action.deletes && count > mostUnasked ? setAsking(action) : void run(action))}
        >
          {action.label}
        </Button>
      ))}
      {asking ? (
        <AskDelete {...{ count, busy }} onDelete={() => void run(asking)} onClose={() => setAsking(null)} />
      ) : null}
    </BulkBar>
  );
}
