import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { useChange } from '../use-change.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { Chosen } from './data-table.tsx';

type BulkButtonsProps<Row> = {
  chosen: Chosen<Row>;
  /** What can be done with each of the chosen rows, and what takes it back. */
  actions: readonly {
    label: string;
    work: (row: Row) => Promise<unknown>;
    undo: (row: Row) => Promise<unknown>;
  }[];
};

const eachOf = async <Row,>(rows: readonly Row[], work: (row: Row) => Promise<unknown>) => {
  for (const row of rows) await work(row);
};

/** The bar for chosen rows where the same can be done with each of them. */
export function BulkButtons<Row>({ chosen: { rows, clear }, actions }: BulkButtonsProps<Row>) {
  const t = useTranslations('admin', adminMessages);
  const { busy, change } = useChange();
  const run = async ({ work, undo }: (typeof actions)[number]) => {
    const done = await change({
      work: () => eachOf(rows, work),
      undo: () => eachOf(rows, undo),
      done: t('rowsChanged', { count: rows.length }),
      failed: t('rowsNotChanged'),
    });
    if (done) clear();
  };
  return (
    <BulkBar selected={rows.length} busy={busy} onClear={clear}>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant="outline"
          size="small"
          busy={busy}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
    </BulkBar>
  );
}
