import { useBrand } from '#app/brands/use-brand.ts';
import { formatParts } from '#app/i18n/format.ts';
import { deliveryTexts } from '#app/i18n/texts/delivery.ts';
import { formatPounds } from '#app/lib/money.ts';
import type { ShownDelivery } from './delivery-options.ts';

/** Each delivery method's cost, free-delivery amount and duration, two lines each. */
export function DeliveryLines({ options }: { options: readonly ShownDelivery[] }) {
  const t = deliveryTexts();
  const { currency } = useBrand();
  const cost = ({ method, fee, free_from: freeFrom }: ShownDelivery) =>
    fee === 0
      ? t(method, { fee: t('free') })
      : formatParts([
          t(method, { fee: formatPounds(fee, currency) }),
          freeFrom === null ? '' : t('freeFrom', { amount: formatPounds(freeFrom, currency) }),
        ]);
  const workingDays = ({ days_from: from, days_to: to }: ShownDelivery) =>
    to === null ? '' : t('workingDays', { count: to, days: [...new Set([from ?? to, to])].join('–') });
  return (
    <ul className="flex flex-col gap-1.5">
      {options.map((option) => (
        <li key={option.method}>
          {option.cost ?? cost(option)}
          <span className="block text-ink-soft text-sm">{option.time ?? workingDays(option)}</span>
        </li>
      ))}
    </ul>
  );
}
