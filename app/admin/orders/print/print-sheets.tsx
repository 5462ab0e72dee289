import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import type { Letterhead } from '#app/store/read-letterheads.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { PrintedOrder } from '../data/read-admin-orders.ts';
import { listAddress, orderAddress, type PaperKind } from '../model/order-filter.ts';
import { consignmentsOf } from '../model/sheets.ts';
import { PackingSlip } from './packing-slip.tsx';
import { PickList } from './pick-list.tsx';
import { ShipmentLabel } from './shipment-label.tsx';

type PrintSheetsProps = {
  kind: PaperKind;
  orders: PrintedOrder[];
  /** Id of the shipment to print; '' for all shipments of the orders. */
  shipmentId: string;
  /** The senders, by store. */
  letterheads: ReadonlyMap<string, Letterhead>;
};

const titles = {
  slip: ['packingSlip', 'packingSlips'],
  label: ['label', 'labels'],
  pick: ['pickList', 'pickList'],
} as const;

/** Printable sheets of orders, one per page; always dark on light. */
export default function PrintSheets({ kind, orders, shipmentId, letterheads }: PrintSheetsProps) {
  const t = adminOrdersTexts();
  const [query] = useSearchParams();
  const single = orders.length === 1 ? orders[0] : undefined;
  if (orders.length === 0) return <EmptyState title={t('none')}>{t('noneFoundWhy')}</EmptyState>;
  return (
    <div className="grid gap-5 print:block">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <div className="grid gap-1">
          <TextLink to={single ? orderAddress(query, single.id) : listAddress(query)}>
            {single ? t('backToOrder') : t('back')}
          </TextLink>
          <h1 className="text-heading">{t(titles[kind][single ? 0 : 1])}</h1>
        </div>
        <Button onClick={() => print()}>
          <Printer className="size-4" />
          {t('print')}
        </Button>
      </div>
      {sheetsOf(kind, orders, shipmentId, letterheads).map(({ key, sheet }) => (
        <div
          key={key}
          className={classes(
            'light-ground break-after-page rounded-card border bg-surface text-ink last:break-after-auto print:rounded-none print:border-0 print:p-0',
            kind === 'label' ? 'p-2' : 'p-6 md:p-10',
          )}
        >
          {sheet}
        </div>
      ))}
    </div>
  );
}

function sheetsOf(
  kind: PaperKind,
  orders: readonly PrintedOrder[],
  shipmentId: string,
  letterheads: ReadonlyMap<string, Letterhead>,
): { key: string; sheet: ReactNode }[] {
  if (kind === 'pick') return [{ key: 'pick', sheet: <PickList orders={orders} /> }];
  const Sheet = kind === 'slip' ? PackingSlip : ShipmentLabel;
  return consignmentsOf(orders, shipmentId).flatMap((consignment) => {
    const letterhead = letterheads.get(consignment.order.tenant_id);
    return letterhead
      ? [{ key: consignment.key, sheet: <Sheet consignment={consignment} letterhead={letterhead} /> }]
      : [];
  });
}
