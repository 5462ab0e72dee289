import { href, useSearchParams } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import { adminSettlementsTexts } from '#app/i18n/texts/admin-settlements.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../kit/admin-error.tsx';
import { ChoiceField } from '../../kit/list/choices.tsx';
import { ListHead } from '../../kit/list/list-head.tsx';
import { ListSkeleton } from '../../kit/list/list-skeleton.tsx';
import { pageCapabilities } from '../../kit/page-capabilities.ts';
import type { Route } from './+types/settlements.route.ts';
import { CourierCashList } from './courier-cash.tsx';
import { Differences } from './differences.tsx';
import { type EarlierSettlement, readCashParcels, readSettlements } from './read-settlements.ts';
import { SettleForm } from './settle-form.tsx';
import { couriersOf } from './settlement.ts';
import { readCourierCash, readDifferences } from './statement-calls.ts';
import { StatementForm } from './statement-form.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: adminSettlementsTexts()('title'),
  });
}

/** The cash that couriers hold; `?courier=` names one, `?parcels=` has the ids of parcels that are chosen at first. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/orders/settlements']);
  const [parcels, earlier, cash, differences] = await Promise.all([
    readCashParcels(),
    readSettlements(),
    readCourierCash(),
    readDifferences(),
  ]);
  const chosen = url.searchParams.get('parcels')?.split(',') ?? [];
  const named =
    url.searchParams.get('courier') ?? parcels.find(({ id }) => chosen.includes(id))?.carrier_name;
  return { parcels, earlier, cash, differences, chosen, named };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function Settlements({ loaderData }: Route.ComponentProps) {
  const { parcels, earlier, cash, differences, chosen, named } = loaderData;
  const t = adminSettlementsTexts();
  const { currency } = useBrand();
  const [query, setQuery] = useSearchParams();
  const couriers = couriersOf(parcels);
  const courier = couriers.find(({ name }) => name === named) ?? couriers[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={`${href('/admin/orders')}?queue=cash_outstanding`}>{t('back')}</TextLink>
      <ListHead title={t('title')} />
      <CourierCashList couriers={cash} />
      <Differences differences={differences} />
      {courier ? (
        <>
          <p className="text-ink-soft">{t('why')}</p>
          <ChoiceField
            label={t('courier')}
            value={courier.name}
            options={couriers.map(({ name, owed }) => ({
              value: name,
              label: t('courierOwes', { name: name || t('unnamed'), amount: formatMoney(owed, currency) }),
            }))}
            onChange={({ currentTarget: { value } }) => {
              const next = new URLSearchParams(query);
              next.set('courier', value);
              next.delete('parcels');
              setQuery(next, { replace: true });
            }}
            className="max-w-sm"
          />
          <SettleForm key={courier.name} courier={courier} chosen={chosen} />
        </>
      ) : (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      )}
      <StatementForm couriers={cash} />
      <Earlier settlements={earlier} />
    </div>
  );
}

function Earlier({ settlements }: { settlements: EarlierSettlement[] }) {
  const t = adminSettlementsTexts();
  const { currency } = useBrand();
  if (settlements.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">{t('earlier')}</h2>
      <Table caption={t('earlier')}>
        <thead>
          <tr>
            <HeadCell>{t('courier')}</HeadCell>
            <HeadCell>{t('when')}</HeadCell>
            <HeadCell className="text-end">{t('amount')}</HeadCell>
            <HeadCell className="text-end">{t('fees')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {settlements.map(({ id, carrier_name, reference, amount, fee, created_at }) => (
            <tr key={id}>
              <Cell>
                <bdi>{carrier_name || t('unnamed')}</bdi>
                <bdi className="wrap-anywhere block text-ink-soft text-xs">{reference}</bdi>
              </Cell>
              <Cell>{formatDateTime(created_at)}</Cell>
              <Cell className="whitespace-nowrap text-end font-details tabular-nums">
                {formatPounds(amount, currency)}
              </Cell>
              <Cell className="whitespace-nowrap text-end font-details tabular-nums">
                {formatPounds(fee, currency)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
