import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { formatPounds } from '#app/lib/money.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import type { AdminShipment } from '../data/read-admin-orders.ts';
import { shipmentForm } from '../model/shipment-form.ts';

type DeliverShipmentProps = {
  shipment: Pick<AdminShipment, 'number' | 'cash_due'>;
  busy: boolean;
  /** Called with the cash collected, in pounds. */
  onDeliver: (cash: number) => void;
  onClose: () => void;
};

/** Asks how much cash the carrier collected for a delivered shipment. */
export function DeliverShipment({
  shipment: { number, cash_due },
  busy,
  onDeliver,
  onClose,
}: DeliverShipmentProps) {
  const t = adminShipmentsTexts();
  const { currency } = useBrand();
  const [typed, setTyped] = useState(String(cash_due));
  const [problem, setProblem] = useState('');
  const deliver = () => {
    const amount = shipmentForm.shape.cash.safeParse(typed);
    if (!amount.success || amount.data === '') return setProblem(t('badAmount'));
    onDeliver(Number(amount.data));
  };
  return (
    <FormDialog
      size="small"
      title={t('deliveredTitle', { number })}
      dirty={typed !== String(cash_due)}
      onClose={onClose}
      onSubmit={deliver}
      busy={busy}
      submit={t('move_delivered')}
    >
      <TextField
        label={t('cashTaken')}
        hint={t('cashTakenHint', { due: formatPounds(cash_due, currency) })}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={problem}
      />
    </FormDialog>
  );
}
