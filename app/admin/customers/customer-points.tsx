import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { useDirtyForm } from '../kit/edit/dirty-forms.ts';
import { errorMessage } from '../kit/error-message.ts';
import { adjustPoints, type CustomerData } from './customers-data.ts';
import { pointsForm } from './points-form.ts';

/** A customer's points: balance, history, and a form to adjust them. */
export function CustomerPoints({ profile, entries }: Pick<CustomerData, 'profile' | 'entries'>) {
  const t = useTranslations('admin-customers', adminCustomersMessages);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(pointsForm),
    defaultValues: { delta: '', reason: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useDirtyForm(isDirty);

  const change = handleSubmit(async ({ delta, reason }) => {
    setFailure('');
    try {
      const balance = await adjustPoints(profile.id, Number(delta), reason);
      reset();
      toast({ title: t('adjusted', { balance }) });
      await revalidate();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  });

  return (
    <section aria-labelledby="points" className="grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="points" className="text-lg">
          {t('points')}
        </h2>
        <p className="font-semibold">{t('pointsNow', { count: profile.points })}</p>
        <p className="text-ink-soft text-sm">{t('redeemed', { count: profile.redeemed_points })}</p>
      </div>
      <form
        onSubmit={change}
        noValidate
        aria-label={t('adjust')}
        className="grid items-start gap-4 rounded-card border bg-surface p-4 sm:grid-cols-[14rem_minmax(0,1fr)]"
      >
        <TextField
          label={t('delta')}
          hint={t('deltaHint')}
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
          {t('adjustPoints')}
        </Button>
      </form>
      {entries.length === 0 ? (
        <p className="text-ink-soft">{t('noEntries')}</p>
      ) : (
        <Table caption={t('history')}>
          <thead>
            <tr>
              <HeadCell>{t('when')}</HeadCell>
              <HeadCell>{t('what')}</HeadCell>
              <HeadCell className="text-end">{t('change')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, kind, delta, reason, created_at: when }) => (
              <tr key={id}>
                <Cell className="whitespace-nowrap">{formatDateTime(when)}</Cell>
                <Cell>
                  {t(`kind_${kind}`)}
                  {reason ? <span className="block text-ink-soft">{reason}</span> : null}
                </Cell>
                <Cell className="text-end font-details tabular-nums">{delta > 0 ? `+${delta}` : delta}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
