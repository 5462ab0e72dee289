import { Printer } from 'lucide-react';
import { useSearchParams } from 'react-router';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { PrintedOrder } from '../data/read-admin-orders.ts';
import { listAddress, orderAddress } from '../model/order-filter.ts';
import { Invoice } from './invoice.tsx';
import { PackingSlip } from './packing-slip.tsx';

export type PrintKind = 'slip' | 'invoice';

/** Printable packing slips or invoices, one per page; always dark on light. */
export default function PrintSheets({ kind, orders }: { kind: PrintKind; orders: PrintedOrder[] }) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const [query] = useSearchParams();
  const Sheet = kind === 'slip' ? PackingSlip : Invoice;
  const single = orders.length === 1 ? orders[0] : undefined;
  if (orders.length === 0) return <EmptyState title={t('none')}>{t('noneFoundWhy')}</EmptyState>;
  return (
    <div className="grid gap-5 print:block">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <div className="grid gap-1">
          <TextLink to={single ? orderAddress(query, single.id) : listAddress(query)}>
            {single ? t('backToOrder') : t('back')}
          </TextLink>
          <h1 className="text-heading">
            {single
              ? t(kind === 'slip' ? 'packingSlip' : 'invoice')
              : t(kind === 'slip' ? 'packingSlips' : 'invoices')}
          </h1>
        </div>
        <Button onClick={() => print()}>
          <Printer className="size-4" />
          {t('print')}
        </Button>
      </div>
      {orders.map((order) => (
        <div
          key={order.id}
          className="light-ground break-after-page rounded-card border bg-surface p-6 text-ink last:break-after-auto md:p-10 print:rounded-none print:border-0 print:p-0"
        >
          <Sheet order={order} />
        </div>
      ))}
    </div>
  );
}
