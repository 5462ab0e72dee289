import { useState } from 'react';
import { adminOnlinePaymentsTexts } from '#app/i18n/texts/admin-online-payments.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { MatchedFile } from '../../ui/table-file/matched-file.tsx';
import { useChange } from '../../ui/use-change.ts';
import { comparePaymentFile, providers } from './payment-report-calls.ts';
import {
  isReportMapping,
  matchReport,
  type ReportLine,
  readReportLines,
  reportColumns,
} from './report-file.ts';

const reader = {
  kind: 'payments',
  match: matchReport,
  isMapping: isReportMapping,
  read: readReportLines,
} as const;

/** Compares an uploaded provider report with the ledger. */
export function ReportForm() {
  const t = adminOnlinePaymentsTexts();
  const { busy, change } = useChange();
  const [provider, setProvider] = useState('paymob');
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState('');
  const compare = async (lines: ReportLine[]) => {
    if (day === '') return setProblem(t('dayMissing'));
    await change({
      run: () => comparePaymentFile(provider, day, lines),
      done: ({ transactions, differences }) => ({
        title: t('compared', { count: transactions }),
        description: t('found', { count: differences }),
      }),
      onFailure: setProblem,
    });
  };
  return (
    <section
      aria-labelledby="payment-report"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4"
    >
      <h2 id="payment-report" className="text-lg">
        {t('reportTitle')}
      </h2>
      <p className="text-ink-soft text-sm">{t('reportWhy')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label={t('provider')}
          value={provider}
          options={providers}
          onChange={({ currentTarget }) => setProvider(currentTarget.value)}
        />
        <TextField
          label={t('day')}
          type="date"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </div>
      <MatchedFile
        key={`${provider} ${day}`}
        reader={reader}
        label={t('choose')}
        targets={reportColumns.map((value) => ({
          value,
          label: t(`column_${value}`),
          isNeeded: value === 'id' || value === 'amount',
        }))}
        texts={{ reading: t('comparing'), empty: t('empty'), noTable: t('noReport') }}
        busy={busy}
        onStart={() => setProblem('')}
        onLines={compare}
      />
      {problem ? (
        <p role="alert" className="rounded-card bg-danger-tint p-3 text-danger-text">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
