import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatDateTime, formatParts } from '#app/i18n/format.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { adminInboxTexts } from '#app/i18n/texts/admin-inbox.ts';
import { formatPounds } from '#app/lib/money.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { useRootData } from '#app/store/root-data.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { CustomerElsewhere } from '../orders/data/customer-across-stores.ts';
import { changedQuery } from '../ui/list/url-state.ts';
import { CustomerAcrossStores } from './customer-across-stores.tsx';
import { CustomerCredit } from './customer-credit.tsx';
import { CustomerMarks } from './customer-marks.tsx';
import { CustomerPersonalData } from './customer-personal-data.tsx';
import { CustomerPoints } from './customer-points.tsx';
import { CustomerRecord } from './customer-record.tsx';
import type { CustomerData } from './customers-data.ts';

type CustomerDetailProps = { customer: CustomerData; elsewhere: readonly CustomerElsewhere[] };

/** A customer's profile, orders, points and messages, and what they bought in other stores. */
export function CustomerDetail({ customer, elsewhere }: CustomerDetailProps) {
  const t = adminCustomersTexts();
  const { currency } = useBrand();
  const [query] = useSearchParams();
  const { points } = useRootData().settings;
  const seesContact = may(useSession().user, 'customers.see_contact');
  const { profile, isUnconfirmed, record, phone, sales, shipments, orders, entries, credits, conversations } =
    customer;
  const money = (pounds: number) => formatPounds(pounds, currency);
  const mail = (
    <a
      href={`mailto:${profile.email}`}
      aria-label={t('writeTo', { email: profile.email })}
      className="break-all text-link underline"
    >
      {profile.email}
    </a>
  );
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <LinkButton
          to={changedQuery(query, { customer: '', page: query.get('page') ?? '' })}
          variant="quiet"
          size="small"
          className="-ms-3 justify-self-start"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" /> {t('everybody')}
        </LinkButton>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="wrap-anywhere text-heading">
            <bdi>{profile.name || profile.email || t('unnamed')}</bdi>
          </h1>
          <CustomerMarks
            tags={record?.tags ?? []}
            blocked={(record?.blocked_reason ?? null) !== null}
            unconfirmed={isUnconfirmed}
          />
        </div>
        {record?.blocked_reason ? (
          <p className="wrap-anywhere max-w-prose text-danger-text">
            {t('blockedReason')}: <bdi>{record.blocked_reason}</bdi>
          </p>
        ) : null}
      </div>
      <dl aria-label={t('facts')} className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <Fact name={t('email')}>{profile.email ? mail : '–'}</Fact>
        <Fact name={t('phone')}>
          {phone && seesContact ? (
            <a href={`tel:${phone}`} className="text-link underline">
              <bdi>{phone}</bdi>
            </a>
          ) : (
            <bdi>{phone || '–'}</bdi>
          )}
          {seesContact ? null : <p className="font-normal text-ink-soft text-sm">{t('contactHidden')}</p>}
        </Fact>
        <Fact name={t('joined')}>{formatDate(profile.created_at)}</Fact>
        <Fact name={t('orders')}>
          {sales.all > sales.orders
            ? t('ordersLeftOut', { all: sales.all, left: sales.all - sales.orders })
            : sales.all}
        </Fact>
        <Fact name={t('spent')}>{money(sales.spent)}</Fact>
        <Fact name={t('shipments')}>{t('shipmentsTaken', shipments)}</Fact>
      </dl>
      {elsewhere.length > 0 ? <CustomerAcrossStores customer={customer} elsewhere={elsewhere} /> : null}
      <CustomerRecord profile={profile} record={record} />
      <section aria-labelledby="orders" className="grid gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="orders" className="text-lg">
            {t('orders')}
          </h2>
          {orders.length > 0 ? (
            <TextLink to={`${href('/admin/orders')}?customer=${profile.id}`}>{t('allOrders')}</TextLink>
          ) : null}
        </div>
        {orders.length === 0 ? (
          <p className="text-ink-soft">{t('noOrders')}</p>
        ) : (
          <Table caption={t('latestOrders', { count: orders.length })}>
            <thead>
              <tr>
                <HeadCell>{t('number')}</HeadCell>
                <HeadCell className="hidden @lg:table-cell">{t('placed')}</HeadCell>
                <HeadCell>{t('status')}</HeadCell>
                <HeadCell className="hidden text-end @lg:table-cell">{t('total')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <tr key={order.id} className="hover:bg-sunken">
                  <Cell>
                    <Link
                      to={`${href('/admin/orders')}?order=${order.id}`}
                      className="font-details text-link underline @lg:whitespace-nowrap"
                    >
                      {order.number}
                    </Link>
                    <span className="block text-ink-soft text-xs @lg:hidden">
                      {formatDateTime(order.created_at)}
                    </span>
                  </Cell>
                  <Cell className="hidden whitespace-nowrap @lg:table-cell">
                    {formatDateTime(order.created_at)}
                  </Cell>
                  <Cell>
                    <span className="mb-1 block whitespace-nowrap font-details tabular-nums @lg:hidden">
                      {money(order.total)}
                    </span>
                    <OrderStatusBadge status={order.status} />
                  </Cell>
                  <Cell className="hidden whitespace-nowrap text-end font-details tabular-nums @lg:table-cell">
                    {money(order.total)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </section>
      {points.enabled || entries.length > 0 ? <CustomerPoints profile={profile} entries={entries} /> : null}
      <CustomerCredit profile={profile} credits={credits} />
      <Conversations conversations={conversations} />
      <CustomerPersonalData profile={profile} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function Conversations({ conversations }: Pick<CustomerData, 'conversations'>) {
  const t = adminCustomersTexts();
  const tAdminInbox = adminInboxTexts();
  return (
    <section aria-labelledby="conversations" className="grid gap-3">
      <h2 id="conversations" className="text-lg">
        {t('messages')}
      </h2>
      {conversations.length === 0 ? <p className="text-ink-soft">{t('noConversations')}</p> : null}
      <ul className="grid gap-1">
        {conversations.map(({ id, kind, subject, last_message_at: when }) => (
          <li key={id}>
            <Link
              to={`${href('/admin/customers')}?tab=messages&conversation=${id}`}
              className="wrap-anywhere inline-flex min-h-11 items-center gap-2 text-link underline"
            >
              {formatParts([subject || tAdminInbox(kind), formatDateTime(when)])}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
