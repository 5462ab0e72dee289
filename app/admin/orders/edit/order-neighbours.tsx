import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useSearchParams } from 'react-router';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { listAddress, orderAddress } from '../model/order-filter.ts';

type Neighbour = { id: string; number: string } | null;

/** Links to the list and to the neighbours of an order in it. */
export function OrderNeighbours({ newer, older }: { newer: Neighbour; older: Neighbour }) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const [query] = useSearchParams();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <TextLink to={listAddress(query)}>{t('back')}</TextLink>
      <div className="flex gap-2">
        {newer ? (
          <LinkButton
            to={orderAddress(query, newer.id)}
            rel="prev"
            variant="outline"
            size="small"
            aria-label={`${t('newer')}: ${newer.number}`}
          >
            <ChevronLeft className="size-4 rtl:-scale-x-100" />
            {t('newer')}
          </LinkButton>
        ) : null}
        {older ? (
          <LinkButton
            to={orderAddress(query, older.id)}
            rel="next"
            variant="outline"
            size="small"
            aria-label={`${t('older')}: ${older.number}`}
          >
            {t('older')}
            <ChevronRight className="size-4 rtl:-scale-x-100" />
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}
