import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { optionsText } from '#app/lib/options-text.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { newId } from '#app/lib/row-id.ts';
import { useRootData } from '#app/store/root-data.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { Button } from '#app/ui/button.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import {
  type Exchange,
  type ExchangeQuote,
  type OfferedProduct,
  type OfferedVariant,
  quoteExchange,
  requestExchange,
  searchOffered,
} from './exchange.ts';
import type { PieceCounts } from './order-steps.ts';
import type { FullOrder } from './read-orders.ts';
import { type DeliveryWay, readDeliveryWays } from './replacement.ts';
import { useOrderChange } from './use-order-change.ts';

type Sent = { id: string; number: string };

export interface ExchangeFormProps {
  order: Pick<FullOrder, 'id' | 'address' | 'order_lines'>;
  /** Items that can be exchanged. */
  pieces: PieceCounts;
  readAgain: () => Promise<void>;
  /** The success message, and what happens then. */
  done: (sent: Sent) => { title: string; description?: string };
  onDone: (sent: Sent) => void;
  /** Whether `onDone` leaves the page. */
  leaves?: boolean;
}

/** Debounce of typing, in ms. */
const PAUSE = 250;

/** Chooses an item of an order and what to get for it, shows the difference, and requests the exchange. */
export function ExchangeForm({ order, pieces, readAgain, done, onDone, leaves = false }: ExchangeFormProps) {
  const t = afterSaleTexts();
  const tOrders = ordersTexts();
  const { currency } = useBrand();
  const { paymentOptions } = useRootData();
  const payments = [...new Set(paymentOptions.map(({ method }) => method))];
  const lines = order.order_lines.filter(({ id }) => (pieces[id] ?? 0) > 0);
  // One idempotency key per opened dialog.
  const [key] = useState(newId);
  const [lineId, setLineId] = useState(lines[0]?.id ?? '');
  const most = pieces[lineId] ?? 1;
  const [count, setCount] = useState(1);
  const quantity = Math.min(count, most);
  const [product, setProduct] = useState<OfferedProduct | null>(null);
  const [variantId, setVariantId] = useState('');
  const [ways, setWays] = useState<readonly DeliveryWay[]>([]);
  const [method, setMethod] = useState<'standard' | 'express'>('standard');
  const [payment, setPayment] = useState(payments[0] ?? null);
  const [quote, setQuote] = useState<ExchangeQuote | null>(null);
  const { busy, change } = useOrderChange(readAgain);
  const [failure, setFailure] = useState('');
  const money = (pounds: number) => formatPounds(pounds, currency);

  useEffect(() => {
    let outdated = false;
    // Without other methods it goes by standard delivery; pricing says if that is not possible.
    readDeliveryWays(order, 0).then(
      (there) => outdated || setWays(there),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [order]);

  useEffect(() => {
    setQuote(null);
    if (!lineId || !variantId || !payment) return;
    let outdated = false;
    const exchange: Exchange = { order_line_id: lineId, quantity, variant_id: variantId };
    quoteExchange(order.id, exchange, { method, payment }).then((answer) => {
      if (outdated) return;
      setFailure('refusal' in answer ? answer.refusal : '');
      setQuote('refusal' in answer ? null : answer);
    });
    return () => {
      outdated = true;
    };
  }, [order.id, lineId, quantity, variantId, method, payment]);

  const choose = (chosen: OfferedProduct | null) => {
    setFailure('');
    setProduct(chosen);
    setVariantId(chosen?.variants.length === 1 ? (chosen.variants[0]?.id ?? '') : '');
  };
  const send = async () => {
    if (!lineId || !variantId) return setFailure(t('exchangeChoose'));
    if (!payment) return;
    const exchange = { order_line_id: lineId, quantity, variant_id: variantId };
    await change({
      run: () => requestExchange(order.id, exchange, { method, payment, key }),
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
      submit={quote && quote.due > 0 ? t('exchangeSendFor', { amount: money(quote.due) }) : t('exchangeSend')}
    >
      <div className="grid gap-3">
        <SelectField
          label={t('exchangeWhich')}
          value={lineId}
          onChange={(event) => setLineId(event.target.value)}
        >
          {lines.map((line) => (
            <option key={line.id} value={line.id}>
              {[line.name, optionsText(line, '', soldWord(line))].filter(Boolean).join(' · ')}
            </option>
          ))}
        </SelectField>
        {most > 1 ? (
          <div className="flex items-center gap-2">
            <QuantityStepper
              value={quantity}
              max={most}
              label={t('howMany', { name: lines.find(({ id }) => id === lineId)?.name ?? '' })}
              onChange={setCount}
            />
            <span className="text-ink-soft text-sm">{t('ofPieces', { count: most })}</span>
          </div>
        ) : null}
      </div>
      {product ? (
        <ChosenProduct
          product={product}
          variantId={variantId}
          onVariant={setVariantId}
          onAnother={() => choose(null)}
        />
      ) : (
        <ProductSearch onChoose={choose} />
      )}
      {ways.length > 1 ? (
        <RadioGroup
          legend={tOrders('delivery')}
          name="exchange-shipping"
          layout="columns"
          value={method}
          onChange={setMethod}
          options={ways.map((way) => ({ value: way.method, label: tOrders(way.method) }))}
        />
      ) : null}
      {payments.length > 1 && (!quote || quote.due > 0) ? (
        <RadioGroup
          legend={tOrders('payment')}
          name="exchange-payment"
          value={payment}
          onChange={setPayment}
          options={payments.map((value) => ({ value, label: tOrders(value) }))}
        />
      ) : null}
      <div role="status" className="empty:hidden">
        {quote ? <Quote quote={quote} money={money} /> : null}
      </div>
    </DialogForm>
  );
}

/** What an exchange costs: the new items and their delivery, less what the old ones pay. */
function Quote({ quote, money }: { quote: ExchangeQuote; money: (pounds: number) => string }) {
  const t = afterSaleTexts();
  const { due, goes_back } = quote;
  const outcome =
    due > 0
      ? t('exchangeDue', { amount: money(due) })
      : goes_back > 0
        ? t('exchangeBack', { amount: money(goes_back) })
        : t('exchangeEven');
  return (
    <div className="grid gap-2 rounded-card bg-tint p-4 text-on-tint">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 tabular-nums">
        <AmountRow label={t('exchangeGoods')}>{money(quote.goods)}</AmountRow>
        <AmountRow label={t('exchangeDelivery')}>
          {quote.delivery > 0 ? money(quote.delivery) : t('exchangeFree')}
        </AmountRow>
        <AmountRow label={t('exchangeWorth')}>{money(-quote.worth)}</AmountRow>
      </dl>
      <p className="border-t pt-2 font-semibold">{outcome}</p>
    </div>
  );
}

type ChosenProductProps = {
  product: OfferedProduct;
  variantId: string;
  onVariant: (id: string) => void;
  onAnother: () => void;
};

function ChosenProduct({ product, variantId, onVariant, onAnother }: ChosenProductProps) {
  const t = afterSaleTexts();
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="wrap-anywhere font-semibold">{t('exchangeInstead', { name: product.name })}</p>
        <Button variant="outline" size="small" onClick={onAnother}>
          {t('exchangeAnother')}
        </Button>
      </div>
      {product.variants.length > 1 ? (
        <SelectField
          label={t('exchangeVariant')}
          value={variantId}
          onChange={(event) => onVariant(event.target.value)}
        >
          <option value="" />
          {product.variants.map((variant) => (
            <VariantOption key={variant.id} variant={variant} />
          ))}
        </SelectField>
      ) : null}
    </div>
  );
}

/** Few enough left to say so. */
const FEW = 5;

function VariantOption({ variant: { id, options, price, stock } }: { variant: OfferedVariant }) {
  const t = afterSaleTexts();
  const { currency } = useBrand();
  return (
    <option value={id}>
      {[options, formatPounds(price, currency), stock <= FEW ? t('exchangeLeft', { count: stock }) : '']
        .filter(Boolean)
        .join(' · ')}
    </option>
  );
}

function ProductSearch({ onChoose }: { onChoose: (product: OfferedProduct) => void }) {
  const t = afterSaleTexts();
  const tOrders = ordersTexts();
  const { currency } = useBrand();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly OfferedProduct[] | 'failed' | null>(null);
  const wanted = typed.trim();
  useEffect(() => {
    setFound(null);
    if (wanted.length < 2) return;
    let outdated = false;
    const timer = setTimeout(() => {
      searchOffered(wanted).then(
        (products) => outdated || setFound(products),
        () => outdated || setFound('failed'),
      );
    }, PAUSE);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  const products = typeof found === 'string' || found === null ? [] : found;
  return (
    <div className="grid gap-2">
      <TextField
        label={t('exchangeSearch')}
        hint={t('exchangeSearchHint')}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = products;
          if (first) onChoose(first);
        }}
        error={found === 'failed' ? tOrders('unreachable') : undefined}
      />
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {Array.isArray(found) && found.length === 0 ? t('exchangeNothing') : ''}
      </p>
      {products.length > 0 ? (
        <ul className="grid max-h-64 gap-1 overflow-y-auto">
          {products.map((product) => (
            <li key={product.id}>
              <button
                type="button"
                onClick={() => onChoose(product)}
                className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-3 text-start hover:bg-sunken"
              >
                <span className="wrap-anywhere min-w-0">{product.name}</span>
                <span className="whitespace-nowrap font-details tabular-nums">
                  {formatPounds(Math.min(...product.variants.map(({ price }) => price)), currency)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
