import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { type UndoableChange, undoChange } from '../data/change-products.ts';

const kinds = ['added', 'changed', 'deleted'] as const;

/** List of imports and other bulk changes that can be undone; nothing when there are none. */
export function UndoPanel({ changes }: { changes: readonly UndoableChange[] }) {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState('');
  if (changes.length === 0) return null;

  const undo = async (id: string) => {
    setBusy(id);
    try {
      const left = await undoChange(id);
      toast({ title: t('undone'), description: left > 0 ? t('undoLeft', { count: left }) : undefined });
    } catch (error) {
      toast({ title: t('undoFailed'), description: errorMessage(error), variant: 'destructive' });
    }
    await revalidate();
    setBusy('');
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
        {changes.map((change) => {
          const when = formatDateTime(change.madeAt);
          return (
            <li
              key={change.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
            >
              <div className="min-w-0">
                <p className="font-medium">
                  {kinds
                    .filter((kind) => change[kind] > 0)
                    .map((kind) => t(`made_${kind}`, { count: change[kind] }))
                    .join(', ')}
                </p>
                <p className="wrap-anywhere text-ink-soft text-sm">
                  {change.madeBy ? t('madeBy', { when, name: change.madeBy }) : when}
                </p>
              </div>
              <Button
                variant="outline"
                size="small"
                aria-label={t('undoOne', { when })}
                busy={busy === change.id}
                disabled={busy !== ''}
                onClick={() => void undo(change.id)}
              >
                {t('undo')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
