import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { addressLines } from '#app/addresses/address-lines.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatDateTime } from '#app/i18n/format.ts';
import { adminImportedCustomersTexts } from '#app/i18n/texts/admin-imported-customers.ts';
import { adminImportsTexts } from '#app/i18n/texts/admin-imports.ts';
import { formatPounds } from '#app/lib/money.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { changedQuery } from '../../ui/list/url-state.ts';
import type { ImportedCustomer } from './imported-data.ts';

/** A customer of another shop as their file says: how to reach them, what they agreed to, and the orders that came with it. */
export function ImportedDetail({ customer }: { customer: ImportedCustomer }) {
  const t = adminImportedCustomersTexts();
  const tImports = adminImportsTexts();
  const [query] = useSearchParams();
  const { user } = useSession();
  const lines = addressLines({ ...customer.address, full_name: '', phone: '' }, useAddressLabels());
  const { name, email, phone, note, tags, user_id: accountId, store_imports: file } = customer;
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <LinkButton
          to={changedQuery(query, { imported: '', page: query.get('page') ?? '' })}
          variant="quiet"
          size="small"
          className="-ms-3 justify-self-start"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" /> {t('title')}
        </LinkButton>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="wrap-anywhere text-heading">
            <bdi>{name || email || phone}</bdi>
          </h1>
          {tags.map((tag) => (
            <Badge key={tag}>
              <bdi>{tag}</bdi>
            </Badge>
          ))}
        </div>
        <p className="text-ink-soft text-sm">
          {t('cameWith', {
            shop: tImports(customer.source),
            file: file.file_name,
            time: formatDateTime(file.created_at),
          })}
        </p>
        {accountId ? (
          <p>
            <TextLink to={`${href('/admin/customers')}?customer=${accountId}`}>{t('hasAccount')}</TextLink>
          </p>
        ) : (
          <p className="max-w-prose">{t('noAccount')}</p>
        )}
      </div>
      <dl aria-label={t('facts')} className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <Fact name={t('email')}>
          {email ? (
            <a href={`mailto:${email}`} className="break-all text-link underline">
              {email}
            </a>
          ) : (
            '–'
          )}
        </Fact>
        <Fact name={t('phone')}>
          {phone ? (
            <a href={`tel:${phone}`} className="text-link underline">
              <bdi>{phone}</bdi>
            </a>
          ) : (
            '–'
          )}
        </Fact>
        <Fact name={t('address')}>
          {lines.length > 0
            ? lines.map((line) => (
                <span key={line} className="wrap-anywhere block">
                  <bdi>{line}</bdi>
                </span>
              ))
            : '–'}
        </Fact>
        <Fact name={t('byMail')}>
          <Consent state={customer.email_consent} since={customer.email_consent_at} />
        </Fact>
        <Fact name={t('bySms')}>
          <Consent state={customer.sms_consent} since={customer.sms_consent_at} />
        </Fact>
      </dl>
      {note ? (
        <section aria-labelledby="note" className="grid gap-2">
          <h2 id="note" className="text-lg">
            {t('note')}
          </h2>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        </section>
      ) : null}
      {may(user, 'orders.see') ? <Orders orders={customer.orders} /> : null}
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

/** What somebody agreed to, since when if the file knows. */
function Consent({ state, since }: { state: ImportedCustomer['email_consent']; since: string | null }) {
  const t = adminImportedCustomersTexts();
  const said = t(`consent_${state}`);
  return since ? t('consentSince', { consent: said, day: formatDate(since) }) : said;
}

function Orders({ orders }: Pick<ImportedCustomer, 'orders'>) {
  const t = adminImportedCustomersTexts();
  const { currency } = useBrand();
  return (
    <section aria-labelledby="orders" className="grid gap-3">
      <h2 id="orders" className="text-lg">
        {t('orders')}
      </h2>
      {orders.length === 0 ? <p className="text-ink-soft">{t('noOrders')}</p> : null}
      <ul className="grid gap-2">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b pb-2">
            <Link
              to={`${href('/admin/orders')}?order=${order.id}`}
              className="inline-flex min-h-11 items-center font-details text-link underline md:min-h-9"
            >
              {order.number}
            </Link>
            <span className="text-ink-soft text-sm">{formatDate(order.created_at)}</span>
            <OrderStatusBadge status={order.status} />
            <span className="ms-auto font-details tabular-nums">{formatPounds(order.total, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
