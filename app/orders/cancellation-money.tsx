import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { formatPounds } from '#app/lib/money.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import type { asLines } from './line-pieces.ts';

type Pieces = ReturnType<typeof asLines>;

/** Reads how cancelling items changes an order's amounts; null cancels all that are open. @throws BackendError */
async function readQuote(orderId: string, pieces: Pieces | null) {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('quote_cancellation', {
    p_order_id: orderId,
    ...(pieces && { p_lines: pieces }),
  });
  return dataOf(answer)[0] ?? null;
}

type Quote = Awaited<ReturnType<typeof readQuote>>;

/** The order's amount after items are cancelled, how much of it is due to lost offers, and the refund. */
export function CancellationMoney({ orderId, pieces }: { orderId: string; pieces: Pieces | null }) {
  const t = afterSaleTexts();
  const { currency } = useBrand();
  const asked = JSON.stringify(pieces);
  const [read, setRead] = useState<{ asked: string; quote: Quote } | null>(null);
  useEffect(() => {
    const wanted: Pieces | null = JSON.parse(asked);
    if (wanted?.length === 0) return;
    let outdated = false;
    // Optional: the database still refuses or books correctly.
    readQuote(orderId, wanted).then(
      (quote) => outdated || setRead({ asked, quote }),
      () => outdated || setRead(null),
    );
    return () => {
      outdated = true;
    };
  }, [orderId, asked]);
  const quote = read?.asked === asked ? read.quote : null;
  const money = (pounds: number) => formatPounds(pounds, currency);
  return (
    <div role="status" className="min-h-12">
      {quote ? (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 rounded-card bg-tint p-4 font-details text-on-tint tabular-nums">
          {quote.discount_owed > 0 ? (
            <AmountRow label={t('codeNoLonger')}>{money(quote.discount_owed)}</AmountRow>
          ) : null}
          {quote.delivery_owed > 0 ? (
            <AmountRow label={t('deliveryNoLongerFree')}>{money(quote.delivery_owed)}</AmountRow>
          ) : null}
          <AmountRow label={t('costsThen')}>{money(quote.charged_then)}</AmountRow>
          {quote.goes_back > 0 ? (
            <AmountRow label={t('comesBack')}>{money(quote.goes_back)}</AmountRow>
          ) : null}
        </dl>
      ) : null}
    </div>
  );
}
