import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import {
  type Address,
  type AddressInput,
  addressForm,
  blankAddress,
  newAddress,
} from '#app/addresses/address-form.ts';
import { AddressSection } from '#app/addresses/address-section.tsx';
import { type SavedAddress, writeAddress } from '#app/addresses/addresses-data.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import type { SessionUser } from '#app/auth/model.ts';
import { withoutLines } from '#app/cart/cart-line.ts';
import { changeCart, useCart } from '#app/cart/cart-store.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { KeptFee } from '#app/orders/kept-fee.tsx';
import { startPayment } from '#app/orders/payment-calls.ts';
import { PaymentSection } from '#app/orders/payment-section.tsx';
import { readChosenPlace } from '#app/shipping/chosen-place.ts';
import { methodOf, openOptions } from '#app/store/payment-options.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import { CashRuleNotice } from './cash-rule-notice.tsx';
import {
  type CheckoutDraft,
  changeCheckoutDraft,
  clearCheckoutDraft,
  readCheckoutDraft,
} from './checkout-draft.ts';
import { DeliverySection } from './delivery-section.tsx';
import { EarlierOrderNotice } from './earlier-order-notice.tsx';
import { GiftSection } from './gift-section.tsx';
import { clearKey, idempotencyKey } from './idempotency-key.ts';
import { useOpenSlots } from './open-slots.ts';
import type { OrderRecovery } from './order-recovery.ts';
import { earlierOrderOf, type OrderRefusal, refusalOf } from './order-refusal.ts';
import { placeOrder } from './place-order.ts';
import { earliestDaysOf, isOrderable } from './quote.ts';
import { type Lapsed, restoredChoices } from './restored-choices.ts';
import { anyTime, chosenSlot } from './slot-choice.ts';
import { Summary } from './summary.tsx';
import { useCheckoutQuote } from './use-checkout-quote.ts';
import { useOrderPlace } from './use-order-place.ts';

interface CheckoutFormProps {
  user: SessionUser;
  addresses: readonly SavedAddress[];
  recovery: OrderRecovery;
  /** Called once the order is placed, before navigating to its page or the payment. */
  onOrdered: () => void;
}

/** The checkout's sections and the summary. Items and prices come from the database's quote. */
export function CheckoutForm({ user, addresses, recovery, onOrdered }: CheckoutFormProps) {
  const t = checkoutTexts();
  const navigate = useNavigate();
  const { paymentOptions, settings } = useRootData();
  const { gifts } = settings;
  const { checkout: layout } = useShoppingLook();
  const lines = useCart((state) => state.lines);
  const [draft] = useState(() => readCheckoutDraft(user.id));
  const [restored] = useState(() =>
    restoredChoices(
      draft,
      addresses,
      paymentOptions.map(({ option }) => option),
      readChosenPlace(),
    ),
  );
  const [addressId, setAddressId] = useState(restored.addressId);
  const [slotChoice, setSlotChoice] = useState(draft.slot ?? anyTime);
  const [chosenPayment, setPayment] = useState(restored.payment);
  const [note, setNote] = useState(draft.note ?? '');
  const [giftCard, setGiftCard] = useState(draft.giftCard ?? { message: '', hidePrices: false });
  const [keepAddress, setKeepAddress] = useState(draft.keepAddress ?? true);
  const [lapsed, setLapsed] = useState(restored.lapsed);
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null);
  const [placing, setPlacing] = useState(false);
  // A second click can arrive before the busy state is rendered.
  const isSubmitting = useRef(false);
  const form = useForm<AddressInput, unknown, Address>({
    resolver: zodResolver(addressForm),
    defaultValues: { ...blankAddress(user.name), ...readChosenPlace(), ...typedIn(draft.address) },
  });
  const placeLabels = useAddressLabels();
  const { place: orderPlace, governorate, city, settling } = useOrderPlace(addresses, addressId, form);
  const { choices, change, codeRefusal, pointsLeft, priceAgain, ...quoted } = useCheckoutQuote(
    lines,
    {
      shippingMethod: draft.shippingMethod ?? 'standard',
      discountCode: draft.discountCode ?? '',
      points: draft.points ?? 0,
      storeCredit: draft.storeCredit ?? false,
      gift: gifts.enabled && (draft.gift ?? false),
    },
    orderPlace,
  );
  const pricing = { ...quoted.pricing, busy: quoted.pricing.busy || settling };
  const [slots, readSlotsAgain] = useOpenSlots(
    governorate,
    city,
    pricing.quote ? earliestDaysOf(pricing.quote, choices.shippingMethod) : undefined,
  );
  const keep = (changed: CheckoutDraft) => changeCheckoutDraft(user.id, changed);
  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => changeCheckoutDraft(user.id, { address: values }),
    });
  }, [form, user.id]);
  const slot = slots ? chosenSlot(slots, slotChoice) : slotChoice.day === '' ? null : 'unread';
  const { quote: latest } = pricing;
  const payments = latest ? openOptions(paymentOptions, latest.closed_payments) : paymentOptions;
  const payment = payments.find(({ option }) => option === chosenPayment)?.option ?? null;
  // A refusal applies to the previous order only.
  const clearRefusal = () => {
    if (refusal?.remedy === 'again') recovery.check();
    setRefusal(null);
  };
  const withClearedRefusal =
    <Value,>(choose: (value: Value) => void) =>
    (value: Value) => {
      clearRefusal();
      choose(value);
    };
  const place = async (address: Address | null) => {
    const { quote } = pricing;
    if (!quote || !isOrderable(pricing) || !payment || typeof slot === 'string' || isSubmitting.current)
      return;
    isSubmitting.current = true;
    setPlacing(true);
    setRefusal(null);
    try {
      const finish = {
        idempotencyKey: idempotencyKey(),
        address: address ? { given: address } : { id: addressId },
        paymentMethod: methodOf(payment),
        slot: slot ? { id: slot.id, day: slot.day } : null,
        note,
        giftCard,
        expectedTotal: quote.total,
      };
      const order = await placeOrder(lines, choices, finish);
      clearKey();
      clearCheckoutDraft(user.id);
      onOrdered();
      changeCart((now) => withoutLines(now, lines));
      if (address && keepAddress) {
        // The order does not depend on it.
        await writeAddress(user.id, null, address).catch((error: unknown) =>
          console.warn('The address was not saved', error),
        );
      }
      const after = `${href('/order-confirmation')}?order=${order.id}`;
      // Without the URL of the payment page, the order's page offers the payment again.
      const payAt =
        methodOf(payment) === 'online' && order.awaitsPayment
          ? await startPayment(order.id, payment).catch(() => null)
          : null;
      // Going back from the payment page leads to the order, not to an empty checkout.
      await navigate(after, { replace: true });
      if (payAt) location.assign(payAt);
    } catch (error) {
      const earlier = earlierOrderOf(error);
      if (earlier) recovery.report(earlier);
      else {
        const why = refusalOf(error);
        setRefusal(why);
        if (why.remedy === 'slot') {
          setSlotChoice(({ day }) => ({ day, key: '' }));
          readSlotsAgain();
        }
        // An order that may have been placed is retried unchanged: it may hold the stock itself.
        if (why.remedy !== 'again') priceAgain();
      }
      setPlacing(false);
      isSubmitting.current = false;
    }
  };
  const submit =
    addressId === newAddress ? form.handleSubmit((address) => place(address)) : () => void place(null);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className={classes('grid grid-cols-[minmax(0,1fr)] items-start', layout.grid)}
    >
      <div className="grid content-start">
        <Section number={1} title={t('address')}>
          <AddressSection
            addresses={addresses}
            form={form}
            keepAddress={keepAddress}
            selected={addressId}
            onChoose={withClearedRefusal((id) => {
              setAddressId(id);
              setLapsed(without('address'));
              keep({ addressId: id });
            })}
            onKeep={(keepAddress) => {
              setKeepAddress(keepAddress);
              keep({ keepAddress });
            }}
          />
        </Section>
        <Section number={2} title={t('delivery')}>
          <DeliverySection
            place={city || placeLabels.governorate(governorate)}
            quote={pricing.quote}
            slots={slots}
            slotChoice={slotChoice}
            method={choices.shippingMethod}
            onMethod={withClearedRefusal((shippingMethod) => {
              change({ shippingMethod });
              keep({ shippingMethod });
            })}
            onSlot={withClearedRefusal((slot) => {
              setSlotChoice(slot);
              keep({ slot });
            })}
          />
        </Section>
        <Section number={3} title={t('payment')}>
          <PaymentSection
            options={payments}
            chosen={payment}
            onChoose={withClearedRefusal((option) => {
              setPayment(option);
              setLapsed(without('payment'));
              keep({ payment: option });
            })}
          />
          <CashRuleNotice quote={latest} chosen={payment === 'cash_on_delivery'} />
          <KeptFee payment={payment} fee={latest?.shipping_total ?? 0} />
          {gifts.enabled ? (
            <GiftSection
              gifts={gifts}
              wanted={choices.gift}
              card={giftCard}
              onWant={withClearedRefusal((gift) => {
                change({ gift });
                keep({ gift });
              })}
              onCard={withClearedRefusal((card) => {
                setGiftCard(card);
                keep({ giftCard: card });
              })}
            />
          ) : null}
          <TextareaField
            label={t('note')}
            optional
            maxLength={1000}
            value={note}
            onChange={({ target }) => {
              setNote(target.value);
              keep({ note: target.value });
            }}
          />
        </Section>
      </div>
      <Summary
        lines={lines}
        pricing={pricing}
        choices={choices}
        codeRefusal={codeRefusal}
        lapsed={[
          ...(lapsed.includes('address') ? [t('addressLapsed')] : []),
          ...(slot === 'missing' ? [t('slotLapsed')] : []),
          ...(lapsed.includes('payment') ? [t('paymentLapsed')] : []),
          ...(pointsLeft === null ? [] : [t('pointsLapsed', { count: pointsLeft })]),
        ]}
        refusal={refusal}
        placing={placing}
        earlier={recovery.order ? <EarlierOrderNotice recovery={recovery} /> : null}
        complete={payment !== null && typeof slot !== 'string'}
        onChange={withClearedRefusal((changed) => {
          change(changed);
          keep(changed);
        })}
        onRetry={priceAgain}
      />
    </form>
  );
}

/** Drops empty fields. */
const typedIn = (address: CheckoutDraft['address'] = {}) =>
  Object.fromEntries(Object.entries(address).filter(([, typed]) => typed !== ''));

const without = (one: Lapsed) => (all: Lapsed[]) => all.filter((lapsed) => lapsed !== one);

function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const { checkout: layout } = useShoppingLook();
  return (
    <section aria-labelledby={`checkout-${number}`} className={classes('grid gap-4', layout.section)}>
      <h2 id={`checkout-${number}`} className={classes('flex items-center gap-3', layout.heading)}>
        <span aria-hidden="true" className={layout.number}>
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
