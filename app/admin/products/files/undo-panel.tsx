import { useState } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminCsvTexts } from '#app/i18n/texts/admin-csv.ts';
import { Button } from '#app/ui/button.tsx';
import { AskDelete, mostUnasked } from '../../ui/list/ask-delete.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type UndoableChange, undoChange } from '../data/change-products.ts';

const kinds = ['added', 'changed', 'deleted'] as const;

/** Lists imports and other bulk changes that can be undone; renders nothing without any. */
export function UndoPanel({ changes }: { changes: readonly UndoableChange[] }) {
  const t = adminCsvTexts();
  const { busy, change } = useChange();
  const [undoing, setUndoing] = useState('');
  const [confirming, setConfirming] = useState<UndoableChange | null>(null);
  if (changes.length === 0) return null;

  const undo = (id: string) => {
    setConfirming(null);
    setUndoing(id);
    void change({
      run: () => undoChange(id),
      done: (left) => ({
        title: t('undone'),
        description: left > 0 ? t('undoLeft', { count: left }) : undefined,
      }),
      failed: t('undoFailed'),
    });
  };
  return (
    <section
      aria-labelledby="undoable"
      className="grid min-w-0 gap-4 rounded-card border bg-surface p-4 md:p-6"
    >
      <div>
        <h2 id="undoable" className="text-lg">
          {t('undoable')}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{t('undoableWhy')}</p>
      </div>
      <ul aria-labelledby="undoable" className="divide-y">
        {changes.map((one) => {
          const when = formatDateTime(one.made_at);
          return (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
              <div className="min-w-0">
                <p className="font-medium">
                  {kinds
                    .filter((kind) => one[kind] > 0)
                    .map((kind) => t(`made_${kind}`, { count: one[kind] }))
                    .join(', ')}
                </p>
                <p className="wrap-anywhere text-ink-soft text-sm">
                  {one.made_by ? t('madeBy', { when, name: one.made_by }) : when}
                </p>
              </div>
              <Button
                variant="outline"
                size="small"
                aria-label={t('undoOne', { when })}
                busy={busy && undoing === one.id}
                disabled={busy}
                onClick={() => (one.added > mostUnasked ? setConfirming(one) : undo(one.id))}
              >
                {t('undo')}
              </Button>
            </li>
          );
        })}
      </ul>
      {confirming ? (
        <AskDelete
          count={confirming.added}
          busy={busy}
          onDelete={() => undo(confirming.id)}
          onClose={() => setConfirming(null)}
        />
      ) : null}
    </section>
  );
}
