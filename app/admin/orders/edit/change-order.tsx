import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type Address, type AddressInput, addressForm, blankAddress } from '#app/addresses/address-form.ts';
import { AddressFields } from '#app/addresses/address-section.tsx';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminNewOrderTexts } from '#app/i18n/texts/admin-new-order.ts';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { Constants } from '#app/lib/database.types.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { useChange, useRequest } from '../../ui/use-change.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { type AdminOpenSlot, readOpenSlots } from '../data/read-open-slots.ts';
import { type EditQuote, editOrder, type OrderChanges, quoteEdit } from '../data/return-calls.ts';
import { LinePicker, type PickedLine } from '../lines/line-picker.tsx';

const methods = Constants.public.Enums.shipping_method;
const slotKey = ({ id, day }: AdminOpenSlot) => `${id} ${day}`;

type ChangeOrderProps = { order: AdminFullOrder; onClose: () => void };

const addressOf = ({ address, customer_name }: AdminFullOrder): Partial<AddressInput> => ({
  ...blankAddress(customer_name),
  ...address,
});

/** Changes an order: pieces, variants, address, delivery, slot, note. Priced first, because the customer must accept a higher price. */
export function ChangeOrder({ order, onClose }: ChangeOrderProps) {
  const t = adminReturnsTexts();
  const tNew = adminNewOrderTexts();
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const [removed, setRemoved] = useState<Record<string, number>>({});
  const [added, setAdded] = useState<PickedLine[]>([]);
  const [changesAddress, setChangesAddress] = useState(false);
  const [slots, setSlots] = useState<AdminOpenSlot[]>([]);
  const [slot, setSlot] = useState('');
  const [method, setMethod] = useState(order.shipping_method);
  const [note, setNote] = useState(order.note);
  const [reason, setReason] = useState('');
  const [cashOverruled, setCashOverruled] = useState('');
  const [quote, setQuote] = useState<EditQuote | null>(null);
  const [failure, setFailure] = useState('');
  const { busy: isPricing, request } = useRequest();
  const form = useForm<AddressInput, unknown, Address>({
    resolver: zodResolver(addressForm),
    defaultValues: addressOf(order),
  });
  const typed = useWatch({ control: form.control, name: ['governorate', 'city'] });
  const stored = addressOf(order);
  const [governorate = '', city = ''] = changesAddress ? typed : [stored.governorate, stored.city];
  useEffect(() => {
    let outdated = false;
    // Without slots the delivery time stays unchanged.
    readOpenSlots(governorate, city).then(
      (read) => outdated || setSlots(read),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [governorate, city]);
  const chosenSlot = slots.find((one) => slotKey(one) === slot);
  const open = order.order_lines.filter((line) => line.open_pieces > 0);
  const remove = Object.entries(removed)
    .filter(([, quantity]) => quantity > 0)
    .map(([order_line_id, quantity]) => ({ order_line_id, quantity }));
  /** A cash-on-delivery rule may require more than the order has met. */
  const asksCash =
    order.payment_method === 'cash_on_delivery' &&
    (changesAddress || added.length > 0 || method !== order.shipping_method);
  const isChanged =
    remove.length > 0 ||
    added.length > 0 ||
    changesAddress ||
    slot !== '' ||
    method !== order.shipping_method ||
    note !== order.note;

  const readChanges = async (): Promise<OrderChanges | null> => {
    if (changesAddress && !(await form.trigger())) return null;
    return {
      ...(remove.length > 0 ? { remove } : {}),
      ...(added.length > 0 ? { add: added.map(({ id, quantity }) => ({ variant_id: id, quantity })) } : {}),
      ...(changesAddress ? { address: addressForm.parse(form.getValues()) } : {}),
      ...(method === order.shipping_method ? {} : { shipping_method: method }),
      ...(chosenSlot ? { slot_id: chosenSlot.id, slot_date: chosenSlot.day } : {}),
      ...(note === order.note ? {} : { note }),
      ...(asksCash && cashOverruled.trim() ? { cash_overruled: cashOverruled.trim() } : {}),
    };
  };
  const submit = async () => {
    if (!isChanged) return setFailure(t('nothingChanged'));
    const changes = await readChanges();
    if (!changes) return;
    const reported = { failed: t('notChanged'), onFailure: setFailure };
    if (!quote || quote.problems.length > 0)
      return request({ run: () => quoteEdit(order.id, changes), onDone: setQuote, ...reported });
    return change({
      run: () => editOrder(order.id, changes, reason),
      done: t(quote.difference > 0 ? 'proposed' : 'made'),
      onDone: onClose,
      ...reported,
    });
  };
  const edit = (apply: () => void) => {
    apply();
    setQuote(null);
    setFailure('');
  };
  const differenceText = (difference: number) =>
    difference === 0
      ? t('costsSame')
      : t(difference > 0 ? 'costsMore' : 'costsLess', {
          amount: formatPounds(Math.abs(difference), currency),
        });
  return (
    <FormDialog
      title={<Unbroken text={t('changeTitle', { number: order.number })} part={order.number} />}
      description={t('changeWhy')}
      dirty={isChanged || reason !== ''}
      onClose={onClose}
      onSubmit={submit}
      busy={busy || isPricing}
      failure={[failure, ...(quote?.problems ?? [])]}
      submit={
        quote && quote.problems.length === 0 ? t(quote.difference > 0 ? 'propose' : 'make') : t('quote')
      }
    >
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-sm">{t('takeOut')}</legend>
        {open.map((line) => (
          <div key={line.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere">{line.name}</span>
            <QuantityStepper
              label={t('take', { name: line.name })}
              min={0}
              max={line.open_pieces}
              value={removed[line.id] ?? 0}
              onChange={(count) => edit(() => setRemoved({ ...removed, [line.id]: count }))}
            />
          </div>
        ))}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-sm">{t('addPiece')}</legend>
        <LinePicker lines={added} onChange={(lines) => edit(() => setAdded(lines))} />
      </fieldset>
      <div>
        <Checkbox
          label={t('changeAddress')}
          checked={changesAddress}
          onChange={(event) => edit(() => setChangesAddress(event.currentTarget.checked))}
        />
        {changesAddress ? <AddressFields form={form} /> : null}
      </div>
      <ChoiceField
        label={t('method')}
        value={method}
        options={methods.map((value) => ({ value, label: t('methodName', { method: value }) }))}
        onChange={({ currentTarget: { value } }) =>
          edit(() => setMethod(methods.find((one) => one === value) ?? method))
        }
      />
      {slots.length > 0 ? (
        <ChoiceField
          label={t('slot')}
          value={slot}
          options={[
            { value: '', label: t('slotKeep') },
            ...slots.map((one) => ({
              value: slotKey(one),
              label: t('slotOn', { day: formatDate(one.day), from: one.from, to: one.to }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => edit(() => setSlot(value))}
        />
      ) : null}
      <TextareaField
        label={t('note')}
        rows={2}
        maxLength={1000}
        optional
        value={note}
        onChange={(event) => edit(() => setNote(event.currentTarget.value))}
      />
      {asksCash ? (
        <TextField
          label={tNew('cashOverruled')}
          hint={tNew('cashOverruledHint')}
          maxLength={500}
          optional
          value={cashOverruled}
          onChange={(event) => edit(() => setCashOverruled(event.currentTarget.value))}
        />
      ) : null}
      <TextField
        label={t('reason')}
        hint={t('editReasonHint')}
        maxLength={1000}
        optional
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {quote && quote.problems.length === 0 ? (
        <p role="status" className="rounded-card bg-tint p-4 font-semibold text-on-tint">
          {t('newTotal', {
            total: formatPounds(quote.total, currency),
            difference: differenceText(quote.difference),
          })}
        </p>
      ) : null}
    </FormDialog>
  );
}
