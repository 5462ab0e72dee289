import { Download } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { formatMoney } from '#app/i18n/format.ts';
import { adminFilesTexts } from '#app/i18n/texts/admin-files.ts';
import { adminImportsTexts } from '#app/i18n/texts/admin-imports.ts';
import { toPiastres } from '#app/lib/money.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { readTableFile, tableFileTypes, UnreadableTable } from '../../ui/table-file/read-table-file.ts';
import { useChange, useRequest } from '../../ui/use-change.ts';
import { type ForeignFile, readForeignFile, readForeignJson } from './foreign-file.ts';
import { UnreadableForeignFile } from './foreign-table.ts';
import { type Hole, importFile, type RecordOutcome } from './import-calls.ts';

type Opened = { name: string; file: ForeignFile; outcomes: RecordOutcome[]; isDone: boolean };

const tones: Record<RecordOutcome['outcome'], BadgeTone> = {
  added: 'success',
  changed: 'tint',
  unchanged: 'neutral',
  refused: 'danger',
};

/** Rows shown of a file; the list to download has all. */
const shown = 100;

/** Puts in a file of another shop: a rehearsal with what becomes of each record, then the import. */
export function ImportPanel() {
  const t = adminImportsTexts();
  const tFile = adminFilesTexts();
  const explain = (error: unknown) => {
    if (error instanceof UnreadableForeignFile) return t(`file_${error.problem}`);
    if (error instanceof UnreadableTable) return tFile(`table_${error.problem}`);
    return errorMessage(error);
  };
  const { busy: isReading, request } = useRequest(explain);
  const { busy: isImporting, change } = useChange(explain);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState('');
  const [progress, setProgress] = useState({ done: 0, all: 1 });
  const onProgress = (done: number, all: number) => setProgress({ done, all });
  const busy = isReading || isImporting;
  useDirtyForm(isImporting);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (!chosen) return;
    setOpened(null);
    setProgress({ done: 0, all: 1 });
    void request({
      run: async () => {
        const file = /\.json$/i.test(chosen.name)
          ? readForeignJson(await chosen.text())
          : readForeignFile(await readTableFile(await chosen.arrayBuffer()));
        const { outcomes } = await importFile(file, { name: chosen.name, dry: true }, onProgress);
        setOpened({ name: chosen.name, file, outcomes, isDone: false });
      },
      onFailure: setFailure,
    });
  };
  const run = ({ name, file }: Opened) =>
    change({
      run: () => importFile(file, { name, dry: false }, onProgress),
      onDone: ({ outcomes }) => setOpened({ name, file, outcomes, isDone: true }),
      onFailure: setFailure,
    });
  return (
    <section
      aria-labelledby="put-in"
      className="grid min-w-0 gap-4 rounded-card border bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1.5">
        <h2 id="put-in" className="text-lg">
          {t('putIn')}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{t('putInWhy')}</p>
        <p className="max-w-prose text-ink-soft text-sm">{t('nothingSent')}</p>
      </div>
      <Field label={t('chooseFile')} hint={t('fileHint')} error={failure}>
        {(wiring) => (
          <FileInput
            {...wiring}
            accept={`${tableFileTypes},.json,application/json`}
            disabled={busy}
            onChange={choose}
          />
        )}
      </Field>
      {busy ? (
        <div role="status" className="grid gap-1.5 text-sm">
          <p>{t(isImporting ? 'importing' : 'rehearsing', { done: progress.done, all: progress.all })}</p>
          <Progress label={t('progress')} value={progress.done} max={progress.all} />
        </div>
      ) : null}
      {opened ? (
        <Outcome
          opened={opened}
          busy={busy}
          onImport={() => void run(opened)}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </section>
  );
}

type OutcomeProps = { opened: Opened; busy: boolean; onImport: () => void; onClose: () => void };

function Outcome({ opened: { name, file, outcomes, isDone }, busy, onImport, onClose }: OutcomeProps) {
  const t = adminImportsTexts();
  const of = (outcome: RecordOutcome['outcome']) => outcomes.filter((row) => row.outcome === outcome);
  const added = of('added');
  const withHoles = added.filter(({ holes }) => holes.length > 0);
  const refused = of('refused');
  const unchanged = of('unchanged');
  const count = (rows: readonly unknown[]) =>
    t(file.kind === 'orders' ? 'orders' : 'customers', { count: rows.length });
  const holeText = (hole: Hole) => describeHole(hole, t);
  const notesOf = ({ why, holes }: RecordOutcome) => why || holes.map(holeText).join(' ');
  const save = async () => {
    const { csvFile } = await import('../../ui/list/csv-file.ts');
    const rows = outcomes.map((row) => [row.row, row.number, t(`outcome_${row.outcome}`), notesOf(row)]);
    const text = csvFile([t('row'), t('number'), t('outcome'), t('notes')], rows);
    saveFile(`${name.replace(/\.[^.]*$/, '')}-${isDone ? 'import' : 'rehearsal'}.csv`, text, 'text/csv');
  };
  const listed = [...refused, ...withHoles, ...added.filter(({ holes }) => holes.length === 0), ...unchanged];
  return (
    <div className="grid min-w-0 gap-4">
      <p role="status" className="font-semibold">
        {t(isDone ? 'done' : 'wouldCome', { what: count(added), shop: t(file.source) })}
      </p>
      <ul className="grid list-disc gap-1 ps-5 text-sm">
        {withHoles.length > 0 ? <li>{t('withHoles', { what: count(withHoles) })}</li> : null}
        {refused.length > 0 ? <li>{t('refused', { what: count(refused) })}</li> : null}
        {unchanged.length > 0 ? <li>{t('thereAlready', { what: count(unchanged) })}</li> : null}
        {file.kind === 'orders' && added.length > 0 ? <li>{t('openOnes')}</li> : null}
      </ul>
      <div className="flex flex-wrap gap-3">
        {!isDone && added.length > 0 ? (
          <Button busy={busy} onClick={onImport}>
            {t('importThem', { what: count(added) })}
          </Button>
        ) : null}
        <Button variant="outline" disabled={busy} onClick={() => void save()}>
          <Download className="size-4" />
          {t('saveList')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {t('startAgain')}
        </Button>
      </div>
      <Table caption={t('outcomes')}>
        <thead>
          <tr>
            <HeadCell>{t('row')}</HeadCell>
            <HeadCell>{t('number')}</HeadCell>
            <HeadCell>{t('outcome')}</HeadCell>
            <HeadCell>{t('notes')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {listed.slice(0, shown).map((row) => (
            <tr key={`${row.row} ${row.number}`}>
              <Cell>{row.row}</Cell>
              <Cell className="wrap-anywhere font-details">
                <bdi>{row.number || '–'}</bdi>
              </Cell>
              <Cell>
                <Badge
                  tone={row.outcome === 'added' && row.holes.length > 0 ? 'warning' : tones[row.outcome]}
                >
                  {t(`outcome_${row.outcome}`)}
                </Badge>
              </Cell>
              <Cell className="min-w-40">{notesOf(row)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {listed.length > shown ? (
        <p className="text-ink-soft text-sm">{t('firstRows', { shown, all: listed.length })}</p>
      ) : null}
    </div>
  );
}

/** What a hole means, in words. */
function describeHole({ code, sku = '', amount = 0 }: Hole, t: ReturnType<typeof adminImportsTexts>): string {
  const money = formatMoney(toPiastres(amount));
  switch (code) {
    case 'unknown_sku':
      return t('hole_unknown_sku', { sku });
    case 'fees_added':
      return t('hole_fees_added', { amount: money });
    case 'discount_added':
      return t('hole_discount_added', { amount: money });
    case 'paid_more':
      return t('hole_paid_more', { amount: money });
    case 'refunded_more':
      return t('hole_refunded_more', { amount: money });
    default:
      return t('hole_no_contact');
  }
}
