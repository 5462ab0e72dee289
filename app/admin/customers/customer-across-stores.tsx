import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import type { CustomerElsewhere } from '../orders/data/customer-across-stores.ts';
import { pageInOffice, useOfficeStores } from '../ui/office-stores.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { CustomerMarks } from './customer-marks.tsx';
import type { CustomerData } from './customers-data.ts';

type Figures = Pick<CustomerElsewhere, 'orders' | 'spent' | 'delivered' | 'refused'>;

type CustomerAcrossStoresProps = { customer: CustomerData; elsewhere: readonly CustomerElsewhere[] };

/** What a customer bought and did not accept in this store, in the others where they are recognised, and together. */
export function CustomerAcrossStores({ customer, elsewhere }: CustomerAcrossStoresProps) {
  const t = adminCustomersTexts();
  const { sales, shipments, orders, record } = customer;
  const here: Figures = { orders: sales.orders, spent: sales.spent, ...shipments };
  const sumOf = (figure: keyof Figures) =>
    [here, ...elsewhere].reduce((sum, figures) => sum + figures[figure], 0);
  return (
    <section aria-labelledby="elsewhere" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id="elsewhere" className="text-lg">
          {t('elsewhere')}
        </h2>
        <p className="text-ink-soft text-sm">{t('elsewhereWhy')}</p>
      </div>
      <Table caption={t('elsewhere')}>
        <thead>
          <tr>
            <HeadCell>{t('store')}</HeadCell>
            <HeadCell className="text-end">{t('orders')}</HeadCell>
            <HeadCell className="text-end">{t('spent')}</HeadCell>
            <HeadCell>{t('shipments')}</HeadCell>
            <HeadCell>{t('lastOrder')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          <tr>
            <Cell>
              <StoreMark tenantId={pageTenant()} />
              <span className="block text-ink-soft text-xs">{t('here')}</span>
              <CustomerMarks
                tags={record?.tags ?? []}
                blocked={(record?.blocked_reason ?? null) !== null}
                unconfirmed={false}
              />
            </Cell>
            <FigureCells figures={here} lastOrder={orders[0]?.created_at ?? null} />
          </tr>
          {elsewhere.map((account) => (
            <tr key={`${account.tenant_id} ${account.user_id}`}>
              <Cell>
                <AccountElsewhere account={account} />
              </Cell>
              <FigureCells figures={account} lastOrder={account.last_order_at} />
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <Cell>{t('together')}</Cell>
            <FigureCells
              figures={{
                orders: sumOf('orders'),
                spent: sumOf('spent'),
                delivered: sumOf('delivered'),
                refused: sumOf('refused'),
              }}
              lastOrder={latest([orders[0]?.created_at, ...elsewhere.map((one) => one.last_order_at)])}
            />
          </tr>
        </tfoot>
      </Table>
    </section>
  );
}

/** The latest of some times in the database's format. */
function latest(times: readonly (string | null | undefined)[]): string | null {
  return (
    times
      .filter((time) => time !== null && time !== undefined)
      .toSorted((one, other) => Date.parse(one) - Date.parse(other))
      .at(-1) ?? null
  );
}

function FigureCells({ figures, lastOrder }: { figures: Figures; lastOrder: string | null }) {
  const t = adminCustomersTexts();
  const { currency } = useBrand();
  return (
    <>
      <Cell className="text-end font-details tabular-nums">{figures.orders}</Cell>
      <Cell className="whitespace-nowrap text-end font-details tabular-nums">
        {formatPounds(figures.spent, currency)}
      </Cell>
      <Cell className={figures.refused > 0 ? 'text-warning-text' : undefined}>
        {t('shipmentsTaken', { delivered: figures.delivered, refused: figures.refused })}
      </Cell>
      <Cell className="whitespace-nowrap">{lastOrder ? formatDate(lastOrder) : '–'}</Cell>
    </>
  );
}

/** A customer's account in another store, with a link to it, how it was recognised, and its marks there. */
function AccountElsewhere({ account }: { account: CustomerElsewhere }) {
  const t = adminCustomersTexts();
  const stores = useOfficeStores();
  const { tenant_id, user_id, name, same_email, same_phone, tags, blocked_reason } = account;
  const store = stores.find(({ id }) => id === tenant_id)?.name ?? tenant_id;
  const address = pageInOffice(tenant_id, `${href('/admin/customers')}?customer=${user_id}`);
  return (
    <div className="grid justify-items-start gap-1">
      <StoreMark tenantId={tenant_id} />
      <a href={address} aria-label={t('openElsewhere', { name, store })} className={textLinkClasses}>
        <bdi>{name || t('unnamed')}</bdi>
      </a>
      <span className="flex flex-wrap gap-1">
        {same_email ? <Badge>{t('sameEmail')}</Badge> : null}
        {same_phone ? <Badge>{t('samePhone')}</Badge> : null}
        <CustomerMarks tags={tags} blocked={false} unconfirmed={false} />
      </span>
      {blocked_reason === null ? null : (
        <span className="wrap-anywhere text-danger-text">
          {t('blockedBecause', { reason: blocked_reason })}
        </span>
      )}
    </div>
  );
}
