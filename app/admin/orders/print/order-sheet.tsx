import type { ReactNode } from 'react';
import { addressLines } from '#app/addresses/address-lines.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { formatDate, formatParts } from '#app/i18n/format.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { invoicesTexts } from '#app/i18n/texts/invoices.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { optionsText } from '#app/lib/options-text.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { TestMark } from '#app/orders/order-title.tsx';
import type { Letterhead } from '#app/store/read-letterheads.ts';
import { classes } from '#app/ui/classes.ts';
import type { OrderWithLines } from '../data/read-admin-orders.ts';
import { JoinedParts } from './joined-parts.tsx';

type SheetHeadProps = {
  order: OrderWithLines;
  letterhead: Letterhead;
  title: string;
  addressed: string;
  facts?: ReactNode;
};

/** Head of a sheet: sender, recipient and order. */
function SheetHead({ order, letterhead, title, addressed, facts }: SheetHeadProps) {
  const t = adminOrdersTexts();
  const tOrders = ordersTexts();
  const addressLabels = useAddressLabels();
  const tInvoices = invoicesTexts();
  const { name, address, phone, email, taxNumber } = letterhead.seller;
  return (
    <header className="grid gap-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b pb-5">
        <div className="flex min-w-0 grow basis-56 items-center gap-3">
          <img src={letterhead.logo} alt="" className="h-11 w-auto max-w-48 shrink-0 object-contain" />
          <div className="wrap-anywhere min-w-0">
            <p className={classes('display text-xl', letterhead.hidesName && 'sr-only')}>{letterhead.name}</p>
            {name === letterhead.name ? null : (
              <p className="text-ink-soft text-xs">
                <bdi>{name}</bdi>
              </p>
            )}
            <p className="text-ink-soft text-xs">
              <JoinedParts parts={[address, phone, email]} />
            </p>
            {taxNumber ? (
              <p className="text-ink-soft text-xs">{tInvoices('taxNumber', { number: taxNumber })}</p>
            ) : null}
          </div>
        </div>
        <h2 className="shrink-0 text-heading">{title}</h2>
      </div>
      <div className="grid gap-8 text-sm sm:grid-cols-2 print:grid-cols-2">
        <div>
          <p className="mb-1 font-semibold">{addressed}</p>
          <address className="wrap-anywhere not-italic">
            {addressLines(order.address, addressLabels).map((line) => (
              <span key={line} className="block">
                <bdi>{line}</bdi>
              </span>
            ))}
          </address>
        </div>
        <dl className="grid h-fit grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact name={t('number')}>
            <span className="font-details font-semibold">{order.number}</span> <TestMark order={order} />
          </Fact>
          {order.invoices.length > 0 ? (
            <Fact name={t('invoiceNumbers')}>
              <span className="font-details">{order.invoices.map(({ code }) => code).join(', ')}</span>
            </Fact>
          ) : null}
          <Fact name={t('orderDate')}>{formatDate(order.created_at)}</Fact>
          <Fact name={t('delivery')}>{tOrders(order.shipping_method)}</Fact>
          {order.slot_date ? (
            <Fact name={t('deliverOn')}>
              {formatParts([
                formatDate(order.slot_date),
                `${order.slot_from?.slice(0, 5)} – ${order.slot_to?.slice(0, 5)}`,
              ])}
            </Fact>
          ) : null}
          {facts}
        </dl>
      </div>
    </header>
  );
}

/** A label and value in the head. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

type Column = { name: string; className: string };

type SheetProps = SheetHeadProps & {
  columns: readonly Column[];
  /** Table rows, and content below the table. */
  rows: ReactNode;
  sums?: ReactNode;
  children?: ReactNode;
};

/** A printable sheet of an order: head, table and footer. */
export function OrderSheet({ columns, rows, sums, children, ...head }: SheetProps) {
  const t = adminOrdersTexts();
  return (
    <article className="grid gap-8">
      <SheetHead {...head} />
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{head.title}</caption>
        <thead>
          <tr className="border-line-strong border-b-2">
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={classes('py-2', className)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
        {sums}
      </table>
      {children}
      <p className="text-ink-soft text-xs">
        {t('thanks')} {t('returnsRule', { days: head.letterhead.faultDays })}
      </p>
    </article>
  );
}

/** An item with its options, its SKU, and whether it has a design. */
export function SheetItem({ line }: { line: OrderWithLines['order_lines'][number] }) {
  const t = ordersTexts();
  return (
    <td className="py-3">
      <p className="font-semibold">{line.name}</p>
      <p className="text-ink-soft">
        {optionsText(line, line.has_design ? t('customized') : '', soldWord(line))}
      </p>
      {line.sku ? (
        <p className="font-details text-ink-soft text-xs">
          <bdi>{line.sku}</bdi>
        </p>
      ) : null}
    </td>
  );
}
