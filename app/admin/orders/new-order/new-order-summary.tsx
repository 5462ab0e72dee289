import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import adminNewOrderMessages from '#app/i18n/messages/en/admin-new-order.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { Button } from '#app/ui/button.tsx';
import { errorMessage } from '../../kit/error-message.ts';
import type { PickedLine } from '../lines/line-picker.tsx';
import { type NewOrderQuote, quoteFor } from './new-order-data.ts';
import { type OrderFor, orderForForm, quoteForDocument } from './order-for.ts';

/** Milliseconds of silence after which a changed order is priced again. */
const pause = 300;

type NewOrderSummaryProps = Pick<OrderFor, 'shippingMethod' | 'code'> & {
  lines: readonly PickedLine[];
  /** The store's own discount as typed. */
  discount: string;
  failure: string;
  busy: boolean;
};

/** What an order made by staff costs, what stands in its way, and the button that places it. */
export function NewOrderSummary({
  lines,
  shippingMethod,
  code,
  discount,
  failure,
  busy,
}: NewOrderSummaryProps) {
  const t = useTranslations('admin-new-order', adminNewOrderMessages);
  const { currency } = useBrand();
  const [priced, setPriced] = useState<{ document: string; quote: NewOrderQuote | null; why: string } | null>(
    null,
  );
  const document =
    lines.length > 0
      ? JSON.stringify(quoteForDocument(pageTenant(), lines, { shippingMethod, code: code.trim() }))
      : '';
  useEffect(() => {
    if (!document) return;
    let current = true;
    const timer = setTimeout(async () => {
      const result = await quoteFor(JSON.parse(document)).then(
        (quote) => ({ document, quote, why: '' }),
        (error: unknown) => ({ document, quote: null, why: errorMessage(error) }),
      );
      if (current) setPriced(result);
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [document]);
  const { quote, why } = priced?.document === document ? priced : { quote: null, why: '' };
  const typed = orderForForm.shape.discount.safeParse(discount);
  const taken = typed.success && typed.data ? toPiastres(typed.data) : 0;
  const money = (pounds: number) => formatPounds(pounds, currency);
  const problems = [...(quote?.problems ?? []), why, failure].filter(Boolean);
  return (
    <section
      aria-labelledby="new-order-total"
      aria-busy={document !== '' && !quote && !why}
      className="stroked sticky top-4 grid gap-4 rounded-card bg-surface p-5"
    >
      <h2 id="new-order-total" className="text-lg">
        {t('summary')}
      </h2>
      {quote ? (
        <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
          <AmountRow label={t('subtotal')}>{money(quote.subtotal)}</AmountRow>
          {quote.discount_code ? (
            <AmountRow label={t('codeTaken', { code: quote.discount_code })}>
              −{money(quote.discount_total)}
            </AmountRow>
          ) : null}
          {taken > 0 ? <AmountRow label={t('discount')}>−{formatMoney(taken, currency)}</AmountRow> : null}
          <AmountRow label={t('shipping')}>{money(quote.shipping_total)}</AmountRow>
          <dt className="border-t pt-3 font-semibold">{t('total')}</dt>
          <dd className="border-t pt-3 text-end font-semibold">
            {formatMoney(Math.max(0, toPiastres(quote.total) - taken), currency)}
          </dd>
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
    </section>
  );
}
