import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { type Address, type AddressInput, addressForm, blankAddress } from '#app/addresses/address-form.ts';
import { AddressFields } from '#app/addresses/address-section.tsx';
import { adminNewOrderTexts } from '#app/i18n/texts/admin-new-order.ts';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { toPiastres } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { newId } from '#app/lib/row-id.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';
import { useDeliveryHistory } from '../data/delivery-history.ts';
import { DeliveryHistory } from '../delivery-history.tsx';
import { LinePicker, type PickedLine } from '../lines/line-picker.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import { type FoundCustomer, placeOrderFor, readLastAddress, saveDraft } from './new-order-data.ts';
import { NewOrderSummary } from './new-order-summary.tsx';
import {
  channels,
  type OrderFor,
  type OrderForInput,
  orderForDocument,
  orderForForm,
  shippingMethods,
} from './order-for.ts';
import { useNewOrderQuote } from './use-new-order-quote.ts';

/** Returns a complete phone number; '' while incomplete. */
const phoneOf = (typed = '') => orderForForm.shape.phone.safeParse(typed).data ?? '';

/** Form for an order on behalf of a customer: who, what, where to, how paid. */
export function NewOrderForm() {
  const t = adminNewOrderTexts();
  const tLinks = adminPayLinksTexts();
  const tOrders = ordersTexts();
  const { paymentOptions, settings } = useRootData();
  const navigate = useNavigate();
  const [customer, setCustomer] = useState<FoundCustomer | null>(null);
  const open = [...new Set(paymentOptions.map(({ method }) => method))];
  const byHand = open.filter((method) => method !== 'online');
  const account = customer?.isProven ? customer : null;
  const [lines, setLines] = useState<PickedLine[]>([]);
  const [failure, setFailure] = useState('');
  const [reserves, setReserves] = useState(false);
  const { busy, change } = useChange();
  const [placed, setPlaced] = useState<{ to: string } | null>(null);
  const key = useRef(newId());
  const form = useForm<OrderForInput, unknown, OrderFor>({
    resolver: zodResolver(orderForForm),
    defaultValues: {
      channel: 'phone',
      customerId: '',
      name: '',
      phone: '',
      email: '',
      shippingMethod: 'standard',
      paymentMethod: byHand[0] ?? 'cash_on_delivery',
      cashOverruled: '',
      code: '',
      discount: '',
      discountReason: '',
      note: '',
      gift: false,
      giftMessage: '',
      hidePrices: false,
    },
  });
  const addressOf = useForm<AddressInput, unknown, Address>({
    resolver: zodResolver(addressForm),
    defaultValues: blankAddress(''),
  });
  const { register, formState, setValue, control } = form;
  const { errors } = formState;
  const values = useWatch({ control });
  const [governorate, city] = useWatch({ control: addressOf.control, name: ['governorate', 'city'] });
  const deliveredTo = useWatch({ control: addressOf.control, name: 'phone' });
  const {
    quote,
    why,
    busy: isPricing,
    refresh,
  } = useNewOrderQuote(
    lines,
    {
      shippingMethod: values.shippingMethod ?? 'standard',
      code: values.code ?? '',
      gift: values.gift ?? false,
      customerId: values.customerId ?? '',
      phone: values.phone ?? '',
      email: values.email ?? '',
    },
    { governorate, city },
  );
  const known = {
    customerId: account?.id ?? null,
    phone: phoneOf(deliveredTo) || phoneOf(values.phone),
  };
  const history = useDeliveryHistory(known.customerId, known.phone);
  const typed = orderForForm.shape.discount.safeParse(values.discount);
  const discount = typed.success && typed.data ? toPiastres(typed.data) : 0;
  const total = quote && Math.max(0, toPiastres(quote.total) - discount);
  useDirtyForm(!placed && (formState.isDirty || addressOf.formState.isDirty || lines.length > 0));

  // Navigate once the form no longer counts as unsaved.
  useEffect(() => {
    if (placed) void navigate(placed.to);
  }, [placed, navigate]);

  const choose = async (chosen: FoundCustomer | null) => {
    setCustomer(chosen);
    setValue('customerId', chosen?.isProven ? chosen.id : '', { shouldDirty: true });
    if (!chosen?.isProven) {
      if (chosen && !form.getValues('name')) setValue('name', chosen.name, { shouldDirty: true });
      return setValue('paymentMethod', byHand[0] ?? 'cash_on_delivery');
    }
    const last = await readLastAddress(chosen.id).catch(() => null);
    addressOf.reset({ ...blankAddress(chosen.name), ...last });
  };
  /** The customer is the recipient, unless another one is entered. */
  const carryOn = (name: 'full_name' | 'phone', typed: string) => {
    if (!addressOf.formState.dirtyFields[name]) addressOf.resetField(name, { defaultValue: typed });
  };
  /** The order's document; undefined while something is missing. */
  const document = async () => {
    setFailure('');
    const [isComplete, hasAddress] = [
      await form.trigger(undefined, { shouldFocus: true }),
      await addressOf.trigger(),
    ];
    if (lines.length === 0) setFailure(t('linesMissing'));
    else if (!isComplete || !hasAddress) setFailure(t('incomplete'));
    else
      return orderForDocument(pageTenant(), {
        ...orderForForm.parse(form.getValues()),
        lines,
        address: addressForm.parse(addressOf.getValues()),
        key: key.current,
        total,
      });
    return undefined;
  };
  const save = async () => {
    const order = await document();
    if (!order) return;
    await change({
      run: () => saveDraft(order, reserves),
      done: tLinks('draftSaved'),
      onDone: () => setPlaced({ to: href('/admin/orders/drafts') }),
      failed: tLinks('draftNotSaved'),
      onFailure: (text, error) => {
        setFailure(text);
        if (error) refresh();
      },
      leaves: true,
    });
  };
  const place = async (event: FormEvent) => {
    event.preventDefault();
    const order = await document();
    if (!order) return;
    await change({
      run: () => placeOrderFor(order),
      done: ({ number }) => ({ title: t('placed', { number }) }),
      onDone: ({ id }) => setPlaced({ to: `${href('/admin/orders')}?order=${id}` }),
      failed: t('notPlaced'),
      onFailure: (text, error) => {
        setFailure(text);
        if (error) refresh();
      },
      leaves: true,
    });
  };
  return (
    <form
      data-page-form
      onSubmit={(event) => void place(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 [&_h2]:text-lg">
        <RadioGroup
          legend={t('channel')}
          name="channel"
          layout="chips"
          value={values.channel ?? 'phone'}
          onChange={(channel) => setValue('channel', channel, { shouldDirty: true })}
          options={channels.map((value) => ({ value, label: t(`channel_${value}`) }))}
        />
        <section aria-labelledby="new-order-customer" className="grid gap-4">
          <h2 id="new-order-customer">{t('customer')}</h2>
          <CustomerPicker customer={customer} onChoose={(chosen) => void choose(chosen)} />
          {/* Reserves two lines, so that the content below does not move. */}
          <div className="min-h-11">{history ? <DeliveryHistory {...known} history={history} /> : null}</div>
          {account ? null : (
            <div className="grid items-start gap-4 md:grid-cols-3">
              <TextField
                label={t('name')}
                autoComplete="off"
                error={errors.name?.message}
                {...register('name', { onChange: ({ target }) => carryOn('full_name', target.value) })}
              />
              <TextField
                label={t('phone')}
                type="tel"
                autoComplete="off"
                error={errors.phone?.message}
                {...register('phone', { onChange: ({ target }) => carryOn('phone', target.value) })}
              />
              <TextField
                label={t('email')}
                type="email"
                autoComplete="off"
                optional
                error={errors.email?.message}
                {...register('email')}
              />
            </div>
          )}
        </section>
        <section aria-labelledby="new-order-lines" className="grid gap-4">
          <h2 id="new-order-lines">{t('lines')}</h2>
          <LinePicker lines={lines} onChange={setLines} />
        </section>
        <section aria-labelledby="new-order-address" className="grid gap-4">
          <h2 id="new-order-address">{t('address')}</h2>
          <AddressFields form={addressOf} />
        </section>
        <section aria-labelledby="new-order-delivery" className="grid gap-4">
          <h2 id="new-order-delivery">{t('delivery')}</h2>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <SelectField label={t('shippingMethod')} {...register('shippingMethod')}>
              {shippingMethods.map((method) => (
                <option key={method} value={method}>
                  {tOrders(method)}
                </option>
              ))}
            </SelectField>
            <SelectField label={t('paymentMethod')} {...register('paymentMethod')}>
              {open.map((method) => (
                <option key={method} value={method}>
                  {tOrders(method)}
                </option>
              ))}
            </SelectField>
            {values.paymentMethod === 'cash_on_delivery' ? (
              <TextField
                label={t('cashOverruled')}
                hint={t('cashOverruledHint')}
                optional
                className="md:col-span-2"
                error={errors.cashOverruled?.message}
                {...register('cashOverruled')}
              />
            ) : null}
            <TextField label={t('code')} optional error={errors.code?.message} {...register('code')} />
            <TextField
              label={t('discount')}
              hint={t('discountHint')}
              inputMode="decimal"
              optional
              error={errors.discount?.message}
              {...register('discount')}
            />
            {values.discount ? (
              <TextField
                label={t('discountReason')}
                error={errors.discountReason?.message}
                {...register('discountReason')}
              />
            ) : null}
          </div>
          {settings.gifts.enabled ? <Checkbox label={t('giftWrap')} {...register('gift')} /> : null}
          {values.gift ? (
            <>
              <TextareaField
                label={t('giftMessage')}
                rows={2}
                optional
                error={errors.giftMessage?.message}
                {...register('giftMessage')}
              />
              <Checkbox label={t('giftHidePrices')} {...register('hidePrices')} />
            </>
          ) : null}
          <TextareaField
            label={t('note')}
            rows={2}
            optional
            error={errors.note?.message}
            {...register('note')}
          />
        </section>
      </div>
      <NewOrderSummary
        quote={quote}
        discount={discount}
        total={total}
        isPricing={isPricing}
        problems={[...(quote?.problems ?? []), why, failure].filter(Boolean)}
        busy={busy}
        onSaveDraft={() => void save()}
        reserves={reserves}
        onReserve={setReserves}
      />
    </form>
  );
}
