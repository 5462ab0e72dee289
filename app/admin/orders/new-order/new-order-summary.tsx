import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney, formatSigned } from '#app/i18n/format.ts';
import { adminNewOrderTexts } from '#app/i18n/texts/admin-new-order.ts';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import type { NewOrderQuote } from './new-order-data.ts';

interface NewOrderSummaryProps {
  /** Null until priced. */
  quote: NewOrderQuote | null;
  /** Staff's discount in piastres. */
  discount: number;
  /** Price minus discount, in piastres. */
  total: number | null;
  isPricing: boolean;
  problems: readonly string[];
  busy: boolean;
  /** Saves the order as a draft; `reserves` keeps its items for an hour. */
  onSaveDraft: () => void;
  reserves: boolean;
  onReserve: (reserves: boolean) => void;
}

/** Price of an order placed by staff, the problems that prevent it, and the submit button. */
export function NewOrderSummary(props: NewOrderSummaryProps) {
  const { quote, discount, total, isPricing, problems, busy, onSaveDraft, reserves, onReserve } = props;
  const t = adminNewOrderTexts();
  const tLinks = adminPayLinksTexts();
  const { currency } = useBrand();
  const money = (pounds: number) => formatPounds(pounds, currency);
  return (
    <section
      aria-labelledby="new-order-total"
      aria-busy={isPricing}
      className="stroked sticky top-4 grid gap-4 rounded-card bg-surface p-5"
    >
      <h2 id="new-order-total" className="text-lg">
        {t('summary')}
      </h2>
      {quote && total !== null ? (
        <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
          <AmountRow label={t('subtotal')}>{money(quote.subtotal)}</AmountRow>
          {quote.offer_total > 0 ? (
            <AmountRow label={t('offers')}>
              {formatSigned(-toPiastres(quote.offer_total), currency)}
            </AmountRow>
          ) : null}
          {quote.discount_code ? (
            <AmountRow label={t('codeTaken', { code: quote.discount_code })}>
              {formatSigned(toPiastres(quote.offer_total) - toPiastres(quote.discount_total), currency)}
            </AmountRow>
          ) : null}
          {discount > 0 ? (
            <AmountRow label={t('discount')}>{formatSigned(-discount, currency)}</AmountRow>
          ) : null}
          <AmountRow label={t('shipping')}>{money(quote.shipping_total)}</AmountRow>
          {quote.gift_total > 0 ? <AmountRow label={t('gift')}>{money(quote.gift_total)}</AmountRow> : null}
          <dt className="border-t pt-3 font-semibold">{t('total')}</dt>
          <dd className="border-t pt-3 text-end font-semibold">{formatMoney(total, currency)}</dd>
        </dl>
      ) : null}
      {problems.length > 0 ? (
        <div role="alert" className="grid gap-1 rounded-card bg-danger-tint p-4 text-danger-text">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      ) : null}
      <Button type="submit" busy={busy}>
        {t('place')}
      </Button>
      <Button variant="outline" busy={busy} onClick={onSaveDraft}>
        {tLinks('saveDraft')}
      </Button>
      <Checkbox
        label={tLinks('reserves')}
        checked={reserves}
        onChange={({ target }) => onReserve(target.checked)}
      />
    </section>
  );
}
