import type { ChangeEvent } from 'react';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { useUnsaved } from '../../kit/edit/unsaved.ts';
import type { UndoableChange } from '../data/change-products.ts';
import { OutcomeTable } from './outcome-table.tsx';
import { useImport } from './use-import.ts';

/** Products from a file: a rehearsal with what becomes of each row, then the import, which can be undone. */
export function ImportPanel({ undoable }: { undoable: readonly UndoableChange[] }) {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const { state, busy, failure, rehearse, run, undo, startAgain } = useImport();
  useUnsaved(busy?.doing === 'importing');
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (file) void rehearse(file);
  };
  const count = state.stage === 'done' ? state.outcomes.length : state.ready.length;
  return (
    <section
      aria-labelledby="import"
      className="grid min-w-0 gap-4 rounded-card border bg-surface p-4 md:p-6"
    >
      <div>
        <h2 id="import" className="text-lg">
          {t('importTitle')}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{t('importWhy')}</p>
      </div>
      <Field label={t('chooseFile')} hint={t('fileHint')} error={failure}>
        {(wiring) => (
          <FileInput
            {...wiring}
            accept=".csv,.tsv,text/csv,text/tab-separated-values"
            disabled={busy !== null}
            onChange={take}
          />
        )}
      </Field>
      {busy ? (
        <div role="status" className="grid gap-1.5 text-sm">
          <p>{busy.doing === 'undoing' ? t('undoing') : t(busy.doing, { done: busy.done, all: busy.all })}</p>
          <Progress label={t('progress')} value={busy.done} max={busy.all} />
        </div>
      ) : null}
      {state.stage === 'empty' ? null : (
        <div className="grid min-w-0 gap-4">
          <p role="status" className="font-semibold">
            {state.stage === 'done'
              ? t('done', { count })
              : count === 0
                ? t('nothingToDo', { file: state.file })
                : t('rehearsed', { file: state.file, count })}
          </p>
          {state.unknown.length > 0 ? (
            <p className="rounded-card bg-warning-tint p-3 text-sm text-warning-text">
              {t('unknownColumns', { columns: state.unknown.join(', ') })}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3">
            {state.stage === 'rehearsed' && count > 0 ? (
              <Button busy={busy !== null} onClick={() => void run()}>
                {t('runImport', { count })}
              </Button>
            ) : null}
            {state.stage === 'done' && undoable.some(({ id }) => id === state.changeId) ? (
              <Button variant="outline" busy={busy !== null} onClick={() => void undo()}>
                {t('undoImport')}
              </Button>
            ) : null}
            <Button variant="quiet" disabled={busy !== null} onClick={startAgain}>
              {t('startAgain')}
            </Button>
          </div>
          <OutcomeTable key={state.stage} outcomes={state.outcomes} />
        </div>
      )}
    </section>
  );
}
