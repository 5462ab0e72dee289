import { type ReactNode, useEffect, useRef, useState } from 'react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import type { CartLine } from '#app/cart/cart-line.ts';
import { LineOptions } from '#app/cart/line-options.tsx';
import { OfferNotices } from '#app/cart/offer-notices.tsx';
import { formatMoney, formatSigned } from '#app/i18n/format.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { offersTexts } from '#app/i18n/texts/offers.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { useRootData } from '#app/store/root-data.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { actionBar, Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { Price } from '#app/ui/price.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { DiscountCode } from './discount-code.tsx';
import type { CheckoutChoices } from './order-document.ts';
import type { OrderRefusal } from './order-refusal.ts';
import {
  chosenPoints,
  idleCode,
  isDelivered,
  isOfCode,
  isOrderable,
  type Quote,
  type QuoteState,
} from './quote.ts';

interface SummaryProps {
  lines: readonly CartLine[];
  pricing: QuoteState;
  choices: CheckoutChoices;
  onChange: (changed: Partial<CheckoutChoices>) => void;
  onRetry: () => void;
  /** Why the last discount code was refused. */
  codeRefusal: string;
  /** Messages about earlier choices that no longer apply. */
  lapsed: readonly string[];
  refusal: OrderRefusal | null;
  /** Notice about an order that is already placed. */
  earlier: ReactNode;
  placing: boolean;
  /** Whether all required choices are made. */
  complete: boolean;
}

/** Items and prices of the quote, and the button that places the order. */
export function Summary({
  lines,
  pricing,
  choices,
  onChange,
  onRetry,
  codeRefusal,
  lapsed,
  refusal,
  earlier,
  placing,
  complete,
}: SummaryProps) {
  const t = checkoutTexts();
  const tOffers = offersTexts();
  const { currency } = useBrand();
  const { checkout: layout } = useShoppingLook();
  const { quote, busy } = pricing;
  // A refused code is shown at its field.
  const first = quote?.problems.find(({ code }) => !isOfCode(code));
  const problem = pricing.refusal || first?.message;
  return (
    <section
      aria-labelledby="checkout-summary"
      aria-busy={busy}
      className={classes('grid gap-5 lg:sticky lg:top-24', layout.summary)}
    >
      <h2 id="checkout-summary" className="text-heading">
        {t('summary')}
      </h2>
      {quote ? <ChangedPrices quote={quote} lines={lines} /> : null}
      {quote ? <QuotedLines quote={quote} lines={lines} /> : <Skeleton className="h-32" />}
      <DiscountCode
        initial={choices.discountCode}
        applied={(choices.discountCode && quote?.discount_code) || ''}
        refusal={
          codeRefusal || (quote?.outdone_code ? tOffers('codeOutdone', { code: quote.outdone_code }) : '')
        }
        busy={busy && choices.discountCode !== '' && !quote?.discount_code}
        onApply={(discountCode) => onChange({ discountCode })}
        onRemove={() => onChange({ discountCode: '' })}
      />
      {quote && (quote.points_balance || choices.points > 0) ? (
        <Points quote={quote} points={choices.points} onChange={(points) => onChange({ points })} />
      ) : null}
      {quote?.store_credit_balance ? (
        <Checkbox
          label={t('useCredit')}
          hint={t('creditDetail', { balance: formatPounds(quote.store_credit_balance, currency) })}
          checked={choices.storeCredit}
          onChange={(event) => onChange({ storeCredit: event.target.checked })}
        />
      ) : null}
      {quote ? <OfferNotices nearly={quote.offers.nearly} /> : null}
      {quote ? <Totals quote={quote} choices={choices} /> : <Skeleton className="h-28" />}
      {lapsed.length > 0 ? (
        <div role="status" className="grid gap-1 rounded-card bg-warning-tint p-4 text-warning-text">
          {lapsed.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </div>
      ) : null}
      {earlier ??
        (refusal ? (
          <Refused refusal={refusal} />
        ) : problem ? (
          <Alert>
            <p>{problem === 'unreachable' ? t('unreachable') : problem}</p>
            {problem === 'unreachable' ? (
              <Button variant="outline" size="small" onClick={onRetry}>
                {t('tryAgain')}
              </Button>
            ) : (
              <TextLink to={href('/cart')}>{t('goToCart')}</TextLink>
            )}
          </Alert>
        ) : null)}
      {lines.some(({ prints }) => prints) ? <p className="text-ink-soft text-sm">{t('printsStay')}</p> : null}
      <div data-buy-bar className={actionBar}>
        {quote ? (
          <p className="whitespace-nowrap font-details font-semibold tabular-nums md:hidden">
            {formatPounds(quote.total, currency)}
          </p>
        ) : null}
        <Button
          type="submit"
          size="large"
          busy={placing}
          disabled={!complete || earlier !== null || !isOrderable(pricing)}
          className="grow max-md:min-h-12"
        >
          {t('placeOrder')}
        </Button>
      </div>
    </section>
  );
}

function Refused({ refusal }: { refusal: OrderRefusal }) {
  const t = checkoutTexts();
  const { reason, remedy } = refusal;
  return (
    <Alert>
      <p>{reason ?? t('answerLost')}</p>
      {remedy === 'again' ? (
        <Button type="submit" variant="outline" size="small">
          {t('tryAgain')}
        </Button>
      ) : null}
      {remedy === 'cart' ? <TextLink to={href('/cart')}>{t('goToCart')}</TextLink> : null}
    </Alert>
  );
}

/** Scrolls into view: on a phone it may start behind the bottom bar. */
function Alert({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={ref} role="alert" className="grid gap-2 rounded-card bg-danger-tint p-4 text-danger-text">
      {children}
    </div>
  );
}

/** The cart's lines in the quote's order; none if another tab has changed the cart since. */
const matchingOf = (quote: Quote, lines: readonly CartLine[]): readonly CartLine[] =>
  quote.lines.length === lines.length ? lines : [];

/** Items whose price changed since they were added to the cart. */
function ChangedPrices({ quote, lines }: { quote: Quote; lines: readonly CartLine[] }) {
  const t = checkoutTexts();
  const { currency } = useBrand();
  const money = (pounds: number) => formatPounds(pounds, currency);
  const matchingLines = matchingOf(quote, lines);
  const changed = quote.lines.filter(
    ({ price_was, unit_price }) => price_was !== null && unit_price !== null,
  );
  if (changed.length === 0) return null;
  return (
    <div role="status" className="grid gap-1 rounded-card bg-warning-tint p-4 text-sm text-warning-text">
      <p className="font-semibold">{t('changedTitle')}</p>
      <ul className="grid gap-1">
        {changed.map((line) => (
          <li key={line.line}>
            {t('changedLine', {
              name: matchingLines[line.line]?.product.name ?? line.name,
              now: money(line.unit_price ?? 0),
              was: money(line.price_was ?? 0),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function QuotedLines({ quote, lines }: { quote: Quote; lines: readonly CartLine[] }) {
  const t = checkoutTexts();
  const matchingLines = matchingOf(quote, lines);
  return (
    <ul className="grid gap-4">
      {quote.lines.map((line) => {
        const inCart = matchingLines[line.line];
        const problem = quote.problems.find((one) => one.line === line.line);
        return (
          <li key={line.line} className="grid grid-cols-[3rem_minmax(0,1fr)] items-start gap-x-3">
            <Picture
              src={inCart?.product.images[0] ?? ''}
              alt=""
              width={48}
              height={48}
              sizes="3rem"
              widest={160}
              className="aspect-square w-full rounded-picture object-cover"
            />
            <div className="flex flex-wrap justify-between gap-x-3 gap-y-1">
              <div className={classes('grow basis-32', problem && 'text-danger-text')}>
                <p className="leading-snug">
                  {t('quantityOf', { count: line.quantity ?? 0, name: inCart?.product.name ?? line.name })}
                </p>
                {inCart ? <LineOptions line={inCart} /> : null}
                {problem ? <p className="text-sm">{problem.message}</p> : null}
              </div>
              {line.total === null ? null : (
                <div data-amount className="font-details leading-snug tabular-nums">
                  <Price
                    piastres={toPiastres(line.total) - toPiastres(line.offered ?? 0)}
                    originalPiastres={toPiastres(line.total)}
                  />
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface PointsProps {
  quote: Quote;
  /** Points to use; 0 for none. */
  points: number;
  onChange: (points: number) => void;
}

/** Lets the shopper use some of their points; shows how many count and their value, even before they are used. */
function Points({ quote, points, onChange }: PointsProps) {
  const t = checkoutTexts();
  const { currency } = useBrand();
  const { pointValue } = useRootData().settings.points;
  const [typed, setTyped] = useState<string | null>(null);
  const { points_used: used, points_value: taken } = quote;
  const balance = quote.points_balance ?? 0;
  const usable = quote.points_usable ?? 0;
  const hint = () => {
    if (used > 0) return t('pointsTaken', { balance, used, value: formatPounds(taken, currency) });
    if (usable === 0) return t('pointsUnused', { balance });
    return t('pointsDetail', { balance, usable, value: formatPounds(usable * pointValue, currency) });
  };
  const isWrong = typed !== null && chosenPoints(typed, usable) === undefined;
  return (
    <div className="grid gap-3">
      <Checkbox
        label={t('usePoints')}
        hint={hint()}
        checked={points > 0}
        onChange={(event) => {
          setTyped(null);
          onChange(event.target.checked ? usable || balance : 0);
        }}
      />
      {points > 0 && usable > 0 ? (
        <TextField
          label={t('pointsToUse')}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(Math.min(points, usable))}
          error={isWrong ? t('pointsToUseWrong', { usable }) : ''}
          onChange={({ target }) => {
            setTyped(target.value);
            const chosen = chosenPoints(target.value, usable);
            if (chosen !== undefined) onChange(chosen);
          }}
          onBlur={() => setTyped(null)}
        />
      ) : null}
    </div>
  );
}

function Totals({
  quote,
  choices: { shippingMethod: method, gift },
}: {
  quote: Quote;
  choices: CheckoutChoices;
}) {
  const t = checkoutTexts();
  const { currency } = useBrand();
  const idle = idleCode(quote, method);
  const money = (pounds: number) => formatPounds(pounds, currency);
  const off = (pounds: number) => formatSigned(-toPiastres(pounds), currency);
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
        <AmountRow label={t('subtotal')}>{money(quote.subtotal)}</AmountRow>
        {quote.offers.applied.map(({ id, name, amount }) =>
          amount > 0 ? (
            <AmountRow key={id} label={name}>
              {formatSigned(-amount, currency)}
            </AmountRow>
          ) : null,
        )}
        {quote.discount_code ? (
          <AmountRow label={t('discount', { code: quote.discount_code })}>
            {formatSigned(toPiastres(quote.offer_total) - toPiastres(quote.discount_total), currency)}
          </AmountRow>
        ) : null}
        {quote.points_used > 0 ? <AmountRow label={t('points')}>{off(quote.points_value)}</AmountRow> : null}
        {isDelivered(quote) ? (
          <AmountRow label={t('shipping')}>
            {quote.shipping_total === 0 ? t('free') : money(quote.shipping_total)}
          </AmountRow>
        ) : null}
        {gift ? (
          <AmountRow label={t('gift')}>
            {quote.gift_total === 0 ? t('free') : money(quote.gift_total)}
          </AmountRow>
        ) : null}
        <dt className="border-t pt-3 font-semibold text-lg">{t('total')}</dt>
        <dd data-amount className="border-t pt-3 text-end font-semibold text-lg">
          {money(quote.total)}
        </dd>
        {quote.store_credit > 0 ? (
          <>
            <AmountRow label={t('credit')}>{off(quote.store_credit)}</AmountRow>
            <AmountRow label={t('leftToPay')}>
              {formatMoney(toPiastres(quote.total) - toPiastres(quote.store_credit), currency)}
            </AmountRow>
          </>
        ) : null}
      </dl>
      {idle ? <p className="text-sm">{t(idle, { code: quote.discount_code ?? '' })}</p> : null}
      {quote.points_earned > 0 ? (
        <p className="text-ink-soft text-sm">{t('earns', { count: quote.points_earned })}</p>
      ) : null}
    </>
  );
}
