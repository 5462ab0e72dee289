import { type ChangeEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import adminOnlinePaymentsMessages from '#app/i18n/messages/en/admin-online-payments.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { ChoiceField } from '../../kit/list/choices.tsx';
import { providers } from './payment-providers.ts';
import { comparePaymentFile } from './payment-report-calls.ts';
import { NoReport, readReportFile } from './report-file.ts';

/** Compares a provider's report, put in as a file, with the books. */
export function ReportForm() {
  const t = useTranslations('admin-online-payments', adminOnlinePaymentsMessages);
  const { revalidate } = useRevalidator();
  const [provider, setProvider] = useState('paymob');
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const compare = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    setProblem('');
    if (!file) return;
    if (day === '') return setProblem(t('dayMissing'));
    setBusy(true);
    try {
      const { lines, unreadable } = await readReportFile(await file.text());
      if (unreadable.length > 0) setProblem(t('unreadable', { rows: unreadable.slice(0, 20).join(', ') }));
      else if (lines.length === 0) setProblem(t('empty'));
      else {
        const { transactions, differences } = await comparePaymentFile(provider, day, lines);
        toast({
          title: t('compared', { count: transactions }),
          description: t('found', { count: differences }),
        });
      }
    } catch (error) {
      setProblem(error instanceof NoReport ? t('noReport') : errorMessage(error));
    }
    await revalidate();
    setBusy(false);
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
        <Field label={t('choose')} className="min-w-60 flex-1">
          {(wiring) => (
            <FileInput
              {...wiring}
              accept=".csv,text/csv,text/plain"
              disabled={busy}
              onChange={(event) => void compare(event)}
            />
          )}
        </Field>
      </div>
      {busy ? <p role="status">{t('comparing')}</p> : null}
      {problem ? (
        <p role="alert" className="rounded-card bg-danger-tint p-3 text-danger-text">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
