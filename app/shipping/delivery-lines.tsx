import { useBrand } from '#app/brands/use-brand.ts';
import { formatParts } from '#app/i18n/format.ts';
import deliveryMessages from '#app/i18n/messages/en/delivery.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import type { ShownDelivery } from './delivery-options.ts';

/** What each way to deliver costs, from when it is free and how long it takes, two lines each. */
export function DeliveryLines({ options }: { options: readonly ShownDelivery[] }) {
  const t = useTranslations('delivery', deliveryMessages);
  const { currency } = useBrand();
  const money = (pounds: number) => formatPounds(pounds, currency);
  const workingDays = ({ days_from: from, days_to: to }: ShownDelivery) =>
    to === null
      ? ''
      : t('workingDays', { count: to, days: from === null || from >= to ? String(to) : `${from}–${to}` });
  return (
    <ul className="flex flex-col gap-1.5">
      {options.map((option) => (
        <li key={option.method}>
          {option.cost ?? (option.fee === 0
            ? t(`${option.method}Free`)
            : formatParts([
                t(option.method, { fee: money(option.fee) }),
                option.free_from === null ? '' : t('freeFrom', { amount: money(option.free_from) }),
              ]))}
          <span className="block text-ink-soft text-sm">{option.time ?? workingDays(option)}</span>
        </li>
      ))}
    </ul>
  );
}
