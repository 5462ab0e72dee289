import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useNavigate, useRevalidator } from 'react-router';
import type { SessionUser } from '#app/auth/model.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { emptyCart, useCart } from '#app/cart/cart-store.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { checkoutWords } from '#app/messages/en/checkout.ts';
import { useWords } from '#app/messages/use-words.ts';
import { startCardPayment } from '#app/orders/payment-calls.ts';
import { useRootData } from '#app/shell/root-data.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import { type Address, type AddressInput, addressForm } from './address-form.ts';
import { AddressSection, newAddress } from './address-section.tsx';
import { attemptKey, endAttempt } from './attempt.ts';
import { DeliverySection } from './delivery-section.tsx';
import type { CheckoutChoices, PaymentMethod } from './order-document.ts';
import { openPayments, PaymentSection } from './payment-section.tsx';
import { placeOrder } from './place-order.ts';
import { isOfCode } from './quote.ts';
import { saveAddress } from './save-address.ts';
import { Summary } from './summary.tsx';
import { type OpenSlot, type SavedAddress, useQuote } from './use-checkout-data.ts';

interface CheckoutFormProps {
  user: SessionUser;
  addresses: readonly SavedAddress[];
  slots: readonly OpenSlot[];
  /** The order stands; what follows is the way to its page, or to pay for it. */
  onOrdered: () => void;
}

const noChoices: CheckoutChoices = { shippingMethod: 'standard', discountCode: '', points: 0 };

/** Refusals after which other delivery times have to be read. */
const slotCodes = ['slot_full', 'slot_closed', 'unknown_slot', 'invalid_slot_date'];

const blankAddress = (name: string): Partial<AddressInput> => ({
  full_name: name,
  phone: '',
  city: '',
  street: '',
  building: '',
  floor: '',
  apartment: '',
  landmark: '',
});

/** The three numbered sections and the summary; what is ordered and what it costs comes from the database. */
export function CheckoutForm({ user, addresses, slots, onOrdered }: CheckoutFormProps) {
  const t = useWords(checkoutWords);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { settings, takesCards } = useRootData();
  const payments = openPayments(settings.payment, takesCards);
  const lines = useCart((state) => state.lines);
  const [choices, setChoices] = useState(noChoices);
  const [addressId, setAddressId] = useState(addresses[0]?.id ?? newAddress);
  const [slotKey, setSlotKey] = useState('');
  const [payment, setPayment] = useState<PaymentMethod | null>(payments[0] ?? null);
  const [note, setNote] = useState('');
  const [keepAddress, setKeepAddress] = useState(true);
  const [refusal, setRefusal] = useState('');
  const [placing, setPlacing] = useState(false);
  // A second click comes before the button has been drawn as busy.
  const sent = useRef(false);
  const [asked, setAsked] = useState(0);
  const pricing = useQuote(lines, choices, asked);
  const form = useForm<AddressInput, unknown, Address>({
    resolver: zodResolver(addressForm),
    defaultValues: blankAddress(user.name),
  });
  const [codeRefusal, setCodeRefusal] = useState('');
  const change = (changed: Partial<CheckoutChoices>) => setChoices((before) => ({ ...before, ...changed }));
  const refusedCode = pricing.quote?.problems.find(({ code }) => isOfCode(code))?.message;
  useEffect(() => {
    if (!refusedCode) return;
    // A code that does not count is let go, so that it does not stand in the order's way.
    setCodeRefusal(refusedCode);
    setChoices((before) => ({ ...before, discountCode: '' }));
  }, [refusedCode]);

  const place = async (given: Address | null) => {
    const { quote } = pricing;
    if (!quote || !payment || sent.current) return;
    sent.current = true;
    setPlacing(true);
    setRefusal('');
    try {
      const supabase = await loadSupabase();
      const slot = slots.find((one) => slotKey === `${one.id} ${one.day}`);
      const finish = {
        idempotencyKey: attemptKey(JSON.stringify([user.id, lines, choices])),
        address: given ? { given } : { id: addressId },
        paymentMethod: payment,
        slot: slot ? { id: slot.id, day: slot.day } : null,
        note,
        expectedTotal: quote.total,
      };
      const order = await placeOrder(supabase, pageTenant(), lines, choices, finish);
      endAttempt();
      onOrdered();
      emptyCart();
      if (given && keepAddress) await saveAddress(supabase, user.id, given);
      const after = `${href('/order-confirmation')}?order=${order.id}`;
      const payAt = payment === 'online' && order.awaitsPayment ? await whereToPay(order.id) : null;
      if (payAt) {
        // Whoever comes back from there finds the order, not the checkout of an empty cart.
        await navigate(after, { replace: true });
        location.assign(payAt);
      } else await navigate(after, { replace: true });
    } catch (error) {
      const reason =
        error instanceof BackendError && error.code === 'P0001' ? error.message : t('unreachable');
      if (error instanceof BackendError && slotCodes.includes(error.details)) {
        setSlotKey('');
        void revalidate();
      }
      setRefusal(reason);
      setAsked((times) => times + 1);
      setPlacing(false);
      sent.current = false;
    }
  };
  const submit =
    addressId === newAddress ? form.handleSubmit((given) => place(given)) : () => void place(null);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]"
    >
      <div className="grid gap-10">
        <Section number={1} title={t('address')}>
          <AddressSection
            {...{ addresses, form, keepAddress }}
            chosen={addressId}
            onChoose={setAddressId}
            onKeep={setKeepAddress}
          />
        </Section>
        <Section number={2} title={t('delivery')}>
          <DeliverySection
            {...{ slots, slotKey }}
            method={choices.shippingMethod}
            onMethod={(shippingMethod) => change({ shippingMethod })}
            onSlot={setSlotKey}
          />
        </Section>
        <Section number={3} title={t('payment')}>
          <PaymentSection
            {...{ payments }}
            cardsMissing={settings.payment.onlinePayment && !takesCards}
            chosen={payment}
            onChoose={setPayment}
          />
          <TextareaField
            label={t('note')}
            optional
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Section>
      </div>
      <Summary
        {...{ pricing, choices, codeRefusal, refusal, placing }}
        payable={payment !== null}
        onChange={(changed) => {
          if (changed.discountCode !== undefined) setCodeRefusal('');
          change(changed);
        }}
        onRetry={() => setAsked((times) => times + 1)}
      />
    </form>
  );
}

/** The provider's page for an order; null when it cannot be opened now: the order's own page offers it again. */
function whereToPay(orderId: string): Promise<string | null> {
  return startCardPayment(orderId).catch(() => null);
}

function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`checkout-${number}`} className="grid gap-4">
      <h2 id={`checkout-${number}`} className="flex items-center gap-3 text-heading">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-primary font-details text-base text-on-primary"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
