import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { useDirtyForm } from '../kit/edit/dirty-forms.ts';
import { signedNumber } from '../kit/edit/field-schemas.ts';
import { errorMessage } from '../kit/error-message.ts';
import { creditForm } from './credit-form.ts';
import { adjustCredit, type CustomerData } from './customers-data.ts';

/** A customer's store credit: balance, history, and a form to adjust it. */
export function CustomerCredit({ profile, credits }: Pick<CustomerData, 'profile' | 'credits'>) {
  const t = useTranslations('admin-customers', adminCustomersMessages);
  const { currency } = useBrand();
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(creditForm),
    defaultValues: { delta: '', reason: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useDirtyForm(isDirty);

  const change = handleSubmit(async ({ delta, reason }) => {
    setFailure('');
    try {
      const balance = await adjustCredit(profile.id, signedNumber(delta), reason);
      reset();
      toast({ title: t('creditAdjusted', { balance: formatPounds(balance, currency) }) });
      await revalidate();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  });

  return (
    <section aria-labelledby="store-credit" className="grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="store-credit" className="text-lg">
          {t('credit')}
        </h2>
        <p className="font-semibold">
          {t('creditNow', { amount: formatPounds(profile.store_credit, currency) })}
        </p>
      </div>
      <form
        onSubmit={change}
        noValidate
        aria-label={t('adjustCredit')}
        className="grid items-start gap-4 rounded-card border bg-surface p-4 sm:grid-cols-[14rem_minmax(0,1fr)]"
      >
        <TextField
          label={t('creditDelta')}
          hint={t('creditDeltaHint')}
          error={errors.delta?.message || failure}
          {...register('delta')}
        />
        <TextField
          label={t('reason')}
          hint={t('reasonHint')}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <Button
          type="submit"
          variant="outline"
          busy={isSubmitting}
          className="justify-self-start sm:col-span-2"
        >
          {t('adjustCredit')}
        </Button>
      </form>
      {credits.length === 0 ? (
        <p className="text-ink-soft">{t('noCredit')}</p>
      ) : (
        <Table caption={t('creditHistory')}>
          <thead>
            <tr>
              <HeadCell>{t('when')}</HeadCell>
              <HeadCell>{t('what')}</HeadCell>
              <HeadCell className="text-end">{t('creditDelta')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {credits.map(({ id, kind, delta, reason, created_at: when }) => (
              <tr key={id}>
                <Cell className="whitespace-nowrap">{formatDateTime(when)}</Cell>
                <Cell>
                  {t(`credit_${kind}`)}
                  {reason ? <span className="block text-ink-soft">{reason}</span> : null}
                </Cell>
                <Cell className="text-end font-details tabular-nums">{`${delta > 0 ? '+' : '−'}${formatPounds(Math.abs(delta), currency)}`}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
