import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { sendCardRefunds } from '#app/orders/payment-calls.ts';
import { mayBePaidOnline } from '#app/orders/payment-state.ts';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { refundOrder } from '../data/money-calls.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { type RefundForm, refundForm, refundLimits, refundSum, refundWays } from '../model/refund-form.ts';

type GiveRefundProps = { order: AdminFullOrder; onClose: () => void };

/** Reduces an order's price by line, by delivery fee, or as goodwill. */
export function GiveRefund({ order, onClose }: GiveRefundProps) {
  const t = adminMoneyTexts();
  const { currency } = useBrand();
  const { change } = useChange();
  const [failure, setFailure] = useState('');
  const limits = refundLimits(order);
  const lines = order.order_lines.filter(({ id }) => (limits.lines[id] ?? 0) > 0);
  const { register, handleSubmit, control, formState } = useForm<RefundForm, unknown, RefundForm>({
    resolver: zodResolver(refundForm(order)),
    defaultValues: {
      lines: Object.fromEntries(order.order_lines.map(({ id }) => [id, ''])),
      shipping: '',
      goodwill: '',
      way: '',
      reason: '',
    },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const typed = useWatch({ control });
  const sum = refundSum({
    lines: Object.fromEntries(Object.entries(typed.lines ?? {}).map(([id, amount]) => [id, amount ?? ''])),
    shipping: typed.shipping ?? '',
    goodwill: typed.goodwill ?? '',
  });
  const money = (piastres: number) => formatMoney(piastres, currency);
  const ways = refundWays.filter((way) =>
    way === 'card' ? mayBePaidOnline(order) : way !== 'store_credit' || order.user_id !== null,
  );
  const give = handleSubmit((values) =>
    change({
      run: async () => {
        await refundOrder(order.id, {
          lines: Object.entries(values.lines)
            .filter(([, amount]) => Number(amount) > 0)
            .map(([id, amount]) => ({ order_line_id: id, amount: Number(amount) })),
          shipping: Number(values.shipping),
          goodwill: Number(values.goodwill),
          way: values.way || null,
          reason: values.reason,
        });
        if (values.way === 'card') await sendCardRefunds(order.id);
      },
      done: t('refunded', { amount: money(refundSum(values)), number: order.number }),
      onDone: onClose,
      failed: t('notRefunded'),
      onFailure: setFailure,
    }),
  );
  return (
    <FormDialog
      title={<Unbroken text={t('giveTitle', { number: order.number })} part={order.number} />}
      description={t('giveWhy')}
      dirty={isDirty}
      onClose={onClose}
      onSubmit={give}
      busy={isSubmitting}
      failure={failure}
      submit={t('refundIt', { amount: money(sum) })}
    >
      {lines.map(({ id, name }) => (
        <TextField
          key={id}
          label={name}
          hint={t('lineHint', { amount: money(limits.lines[id] ?? 0) })}
          inputMode="decimal"
          optional
          error={errors.lines?.[id]?.message}
          {...register(`lines.${id}`)}
        />
      ))}
      {limits.shipping > 0 ? (
        <TextField
          label={t('shipping')}
          hint={t('lineHint', { amount: money(limits.shipping) })}
          inputMode="decimal"
          optional
          error={errors.shipping?.message}
          {...register('shipping')}
        />
      ) : null}
      <TextField
        label={t('goodwill')}
        hint={t('goodwillHint')}
        inputMode="decimal"
        optional
        error={errors.goodwill?.message}
        {...register('goodwill')}
      />
      <SelectField label={t('way')} {...register('way')}>
        <option value="">{t('wayLater')}</option>
        {ways.map((way) => (
          <option key={way} value={way}>
            {t(`way_${way}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label={t('reason')}
        hint={t('reasonHint')}
        rows={2}
        optional
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}
