import { useEffect, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { newId } from '#app/lib/row-id.ts';
import { useRootData } from '#app/store/root-data.ts';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { OrderDialog } from './order-dialog.tsx';
import type { PieceCounts } from './order-steps.ts';
import type { FullOrder } from './read-orders.ts';
import {
  type DeliveryWay,
  quoteReplacement,
  type ReplacementQuote,
  readDeliveryWays,
  readSizes,
  replacementGrams,
  requestReplacement,
  type SizedLine,
} from './replacement.ts';
import { useOrderChange } from './use-order-change.ts';

interface ReplaceSizeProps {
  order: Pick<FullOrder, 'id' | 'address' | 'order_lines'>;
  /** Items that can be exchanged. */
  pieces: PieceCounts;
  readAgain: () => Promise<void>;
}

type Sent = { id: string; number: string };

interface ReplaceFormProps extends ReplaceSizeProps {
  /** The success message, and what happens then. */
  done: (sent: Sent) => { title: string; description?: string };
  onDone: (sent: Sent) => void;
  /** Whether `onDone` leaves the page. */
  leaves?: boolean;
}

/**
 * **Another size**: replaces delivered items with another size. The shopper pays delivery again, unless the store does,
 * and any price difference (docs/product.md, Delivery).
 */
export function ReplaceSize({ order, pieces, readAgain }: ReplaceSizeProps) {
  const t = ordersTexts();
  const navigate = useNavigate();
  const { exchanges, exchangeDelivery } = useRootData().settings.returns;
  const swap = exchangeDelivery === 'store' ? 'replaceLeadFree' : 'replaceLeadSwap';
  return (
    <OrderDialog
      label={t('replaceSize')}
      title={t('replaceSize')}
      description={t(exchanges === 'none' ? 'replaceLead' : swap)}
      ignoreBackdropClick
    >
      {() => (
        <ReplaceForm
          order={order}
          pieces={pieces}
          readAgain={readAgain}
          done={({ number }) => ({ title: t('replaced', { number }), description: t('replacedWhy') })}
          onDone={({ id }) => void navigate(href('/account/orders/:id', { id }))}
          leaves
        />
      )}
    </OrderDialog>
  );
}

/** Chooses other sizes of delivered items, shows what they cost, and orders them. */
export function ReplaceForm({ order, pieces, readAgain, done, onDone, leaves = false }: ReplaceFormProps) {
  const t = ordersTexts();
  const { currency } = useBrand();
  const { paymentOptions } = useRootData();
  const payments = [...new Set(paymentOptions.map(({ method }) => method))];
  const { exchanges, exchangeDelivery } = useRootData().settings.returns;
  const isFree = exchanges !== 'none' && exchangeDelivery === 'store';
  // One idempotency key per opened dialog.
  const [key] = useState(newId);
  const [sized, setSized] = useState<readonly SizedLine[] | 'failed' | null>(null);
  const [ways, setWays] = useState<readonly DeliveryWay[] | null>(null);
  const [sizes, setSizes] = useState<Record<string, string>>({});
  const [method, setMethod] = useState<'standard' | 'express'>('standard');
  const [payment, setPayment] = useState(payments[0] ?? null);
  const [quote, setQuote] = useState<ReplacementQuote | null>(null);
  const { busy, change } = useOrderChange(readAgain);
  const [failure, setFailure] = useState('');

  useEffect(() => {
    if (sized) return;
    const exchanged = order.order_lines.flatMap((line) => {
      const quantity = pieces[line.id] ?? 0;
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
    readSizes(exchanged).then(setSized, () => setSized('failed'));
  }, [sized, order, pieces]);
  const grams = Array.isArray(sized) ? replacementGrams(sized, sizes) : null;
  useEffect(() => {
    if (grams === null) return;
    let outdated = false;
    readDeliveryWays(order, grams).then(
      (there) => outdated || setWays(there),
      () => outdated || setSized('failed'),
    );
    return () => {
      outdated = true;
    };
  }, [order, grams]);

  const chosen = JSON.stringify(Object.entries(sizes).filter(([, size]) => size));
  useEffect(() => {
    setQuote(null);
    const wanted: [string, string][] = JSON.parse(chosen);
    if (wanted.length === 0 || !payment) return;
    let outdated = false;
    quoteReplacement(order.id, wanted, { method, payment }).then((answer) => {
      if (outdated) return;
      setFailure('refusal' in answer ? answer.refusal : '');
      setQuote('refusal' in answer ? null : answer);
    });
    return () => {
      outdated = true;
    };
  }, [chosen, method, payment, order.id]);

  if (sized === 'failed') return <ErrorState onRetry={() => setSized(null)} />;
  if (!sized || !ways) return <Skeleton className="h-40" />;
  const money = (pounds: number) => formatPounds(pounds, currency);

  const send = async () => {
    const selectedSizes = Object.entries(sizes).filter(([, size]) => size);
    if (selectedSizes.length === 0) return setFailure(t('sizeMissing'));
    if (!payment) return;
    await change({
      run: () => requestReplacement(order.id, selectedSizes, { method, payment, key }),
      done,
      onDone,
      onFailure: setFailure,
      leaves,
    });
  };

  return (
    <DialogForm
      onSubmit={send}
      busy={busy}
      failure={failure}
      submit={t('payShipping', {
        amount: money(quote?.total ?? (isFree ? 0 : ways.find((way) => way.method === method)?.fee) ?? 0),
      })}
    >
      <div className="grid gap-4">
        {sized.map((line) => (
          <SelectField
            key={line.id}
            label={line.name}
            hint={t('sizeNow', { size: line.size, count: line.quantity })}
            value={sizes[line.id] ?? ''}
            onChange={(event) => setSizes({ ...sizes, [line.id]: event.target.value })}
          >
            <option value="">{line.sizes.length > 0 ? t('keepSize') : t('noOtherSize')}</option>
            {line.sizes.map(({ size }) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <RadioGroup
        legend={t('delivery')}
        name="replacement-shipping"
        layout="columns"
        value={method}
        onChange={setMethod}
        options={ways.map((way) => ({
          value: way.method,
          label: t(way.method),
          detail: isFree ? undefined : money(way.fee),
        }))}
      />
      {payments.length > 1 ? (
        <RadioGroup
          legend={t('payment')}
          name="replacement-payment"
          value={payment}
          onChange={setPayment}
          options={payments.map((value) => ({ value, label: t(value) }))}
        />
      ) : null}
      <div role="status" className="grid gap-1 empty:hidden">
        {quote && quote.goods > 0 ? <p>{t('sizeCostsMore', { amount: money(quote.goods) })}</p> : null}
        {quote && quote.goes_back > 0 ? <p>{t('sizeGoesBack', { amount: money(quote.goes_back) })}</p> : null}
      </div>
    </DialogForm>
  );
}
