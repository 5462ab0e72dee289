import { useState } from 'react';
import { isolatedRow } from '#app/i18n/isolated-row.ts';
import { adminDemoTexts } from '#app/i18n/texts/admin-demo.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useChange } from '../ui/use-change.ts';
import { countsOfAll, type DemoSummary, RemovalFailed, type RemovalStep, removeDemo } from './demo-data.ts';
import { DemoTable } from './demo-table.tsx';

interface RemoveDemoProps {
  /** What is deleted if changed rows stay, and if they do not. */
  kept: DemoSummary;
  all: DemoSummary;
  /** The server makes a backup first. */
  backups: boolean;
  onRemoved: (step: Extract<RemovalStep, { step: 'done' }>) => void;
}

/** Maximum number of changed rows shown by name; the rest is only counted. */
const mostNames = 12;

/** Shows what the demo's removal deletes, lets the owner choose, and removes it. */
export function RemoveDemo({ kept, all, backups, onRemoved }: RemoveDemoProps) {
  const t = adminDemoTexts();
  const [keepChanged, setKeepChanged] = useState(true);
  const [withoutBackup, setWithoutBackup] = useState(false);
  const [asking, setAsking] = useState(false);
  const [step, setStep] = useState<RemovalStep>({ step: 'backup' });
  const [failure, setFailure] = useState('');
  const { busy: running, change } = useChange((error) =>
    error instanceof RemovalFailed && error.message ? error.message : errorMessage(error),
  );
  const counts = countsOfAll((keepChanged ? kept : all).stores);
  const changed = kept.stores.flatMap((store) => store.changed.map(({ name }) => name ?? ''));
  const remove = () => {
    setAsking(false);
    setStep({ step: 'backup' });
    void change({
      run: () => removeDemo({ keepChanged, withoutBackup }, setStep),
      onDone: onRemoved,
      onFailure: setFailure,
    });
  };
  return (
    <>
      <p className="text-ink-soft">
        {t('lead', { stores: isolatedRow(kept.stores.map(({ name }) => name)) })}
      </p>
      <DemoTable counts={counts} />
      <ul className="grid list-disc gap-2 ps-5">
        <li>{t('staysSettings')}</li>
        {counts.product?.ordered ? <li>{t('staysOrdered', { count: counts.product.ordered })}</li> : null}
        <li>{t('bank')}</li>
        <li>{backups ? t('backupBefore') : t('noBackup')}</li>
      </ul>
      {changed.length > 0 ? (
        <Checkbox
          label={t('keepChanged', { count: changed.length })}
          hint={isolatedRow(changed.slice(0, mostNames))}
          checked={keepChanged}
          disabled={running}
          onChange={({ target }) => setKeepChanged(target.checked)}
        />
      ) : null}
      {kept.own_owner ? (
        <>
          {backups ? null : (
            <Checkbox
              label={t('withoutBackup')}
              checked={withoutBackup}
              disabled={running}
              onChange={({ target }) => setWithoutBackup(target.checked)}
            />
          )}
          <Button
            variant="destructive"
            className="justify-self-start"
            busy={running}
            disabled={!backups && !withoutBackup}
            onClick={() => setAsking(true)}
          >
            {t('remove')}
          </Button>
        </>
      ) : (
        <p role="status" className="rounded-card bg-sunken px-4 py-3">
          {t('ownerFirst')} <code dir="ltr">npm run owner -- you@example.com</code>
        </p>
      )}
      {running ? <Running step={step} files={counts.file?.goes ?? 0} /> : null}
      {failure === '' ? null : (
        <p role="alert" className="wrap-anywhere rounded-card bg-danger-tint px-4 py-3 text-danger-text">
          {t('failed')} {failure}
        </p>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sure')}
        description={backups ? t('sureBackup') : t('sureNoBackup')}
        size="small"
        actions={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
            <Button variant="destructive" onClick={remove}>
              {t('removeNow')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** Progress of a removal: the backup, the rows, then each file. */
function Running({ step, files }: { step: RemovalStep; files: number }) {
  const t = adminDemoTexts();
  const done = { backup: 5, rows: 30, files: 60, done: 100, failed: 0 }[step.step];
  const swept = step.step === 'files' && files > 0 ? Math.max(0, 1 - step.left / files) * 40 : 0;
  const text = step.step === 'backup' || step.step === 'rows' ? t(`step_${step.step}`) : t('step_files');
  return (
    <div role="status" className="grid gap-2">
      <p>{text}</p>
      <Progress value={done + swept} label={t('remove')} />
    </div>
  );
}
