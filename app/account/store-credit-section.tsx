import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import type { StoreCredit } from './account-data.ts';
import { AccountSection } from './account-section.tsx';

/** The person's store credit and its ledger; renders nothing if there was never any. */
export function StoreCreditSection({ balance, entries }: StoreCredit) {
  const t = afterSaleTexts();
  const tOrders = ordersTexts();
  const { currency } = useBrand();
  if (entries.length === 0) return null;
  return (
    <AccountSection title={t('credit')} lead={balance > 0 ? t('creditWhy') : undefined}>
      <p className="font-details font-semibold text-heading tabular-nums">
        {t('creditBalance', { amount: formatPounds(balance, currency) })}
      </p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className="grid grid-cols-[1fr_auto] gap-x-4 border-b py-3 last:border-b-0">
            <div className="min-w-0">
              <p className="font-semibold">{t(`credit_${entry.kind}`)}</p>
              <p className="wrap-anywhere text-ink-soft text-sm">
                {formatDate(entry.created_at)}
                {entry.order ? (
                  <>
                    {' · '}
                    <TextLink
                      to={href('/account/orders/:id', { id: entry.order.id })}
                      className="whitespace-nowrap"
                    >
                      {tOrders('order', { number: entry.order.number })}
                    </TextLink>
                  </>
                ) : null}
                {entry.kind === 'adjusted' && entry.reason ? (
                  <>
                    {' · '}
                    <bdi>{entry.reason}</bdi>
                  </>
                ) : null}
              </p>
            </div>
            <p className="font-details font-semibold tabular-nums">
              {entry.delta > 0 ? '+' : '−'}
              {formatPounds(Math.abs(entry.delta), currency)}
            </p>
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}
