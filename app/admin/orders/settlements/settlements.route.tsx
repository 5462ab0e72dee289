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
import { AdminError } from '../../ui/admin-error.tsx';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { readOpenClaims } from '../claims/claim-calls.ts';
import { OpenClaims } from '../claims/open-claims.tsx';
import type { Route } from './+types/settlements.route.ts';
import { CarrierCashList } from './carrier-cash.tsx';
import { Differences } from './differences.tsx';
import { type EarlierSettlement, readCashShipments, readSettlements } from './read-settlements.ts';
import { SettleForm } from './settle-form.tsx';
import { carriersOf } from './settlement.ts';
import { readCarrierCash, readDifferences } from './statement-calls.ts';
import { StatementForm } from './statement-form.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: adminSettlementsTexts()('title'),
  });
}

/** The cash that carriers hold; `?carrier=` opens one, `?shipments=` preselects shipments by id. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/orders/settlements']);
  const [shipments, earlier, cash, differences, claims] = await Promise.all([
    readCashShipments(),
    readSettlements(),
    readCarrierCash(),
    readDifferences(),
    readOpenClaims(),
  ]);
  const chosen = url.searchParams.get('shipments')?.split(',') ?? [];
  const named =
    url.searchParams.get('carrier') ?? shipments.find(({ id }) => chosen.includes(id))?.carrier_name;
  return { shipments, earlier, cash, differences, claims, chosen, named };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function Settlements({ loaderData }: Route.ComponentProps) {
  const { shipments, earlier, cash, differences, claims, chosen, named } = loaderData;
  const t = adminSettlementsTexts();
  const { currency } = useBrand();
  const [query, setQuery] = useSearchParams();
  const carriers = carriersOf(shipments);
  const carrier = carriers.find(({ name }) => name === named) ?? carriers[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={`${href('/admin/orders')}?queue=cash_outstanding`}>{t('back')}</TextLink>
      <ListHead title={t('title')} />
      <CarrierCashList carriers={cash} />
      <Differences differences={differences} />
      <OpenClaims claims={claims} />
      {carrier ? (
        <>
          <p className="text-ink-soft">{t('why')}</p>
          <ChoiceField
            label={t('carrier')}
            value={carrier.name}
            options={carriers.map(({ name, owed }) => ({
              value: name,
              label: t('carrierOwes', { name: name || t('unnamed'), amount: formatMoney(owed, currency) }),
            }))}
            onChange={({ currentTarget: { value } }) => {
              const next = new URLSearchParams(query);
              next.set('carrier', value);
              next.delete('shipments');
              setQuery(next, { replace: true });
            }}
            className="max-w-sm"
          />
          <SettleForm key={carrier.name} carrier={carrier} chosen={chosen} />
        </>
      ) : (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      )}
      <StatementForm carriers={cash} />
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
            <HeadCell>{t('carrier')}</HeadCell>
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
