import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { formatDate, formatDateTime, formatNumber } from '#app/i18n/format.ts';
import { adminOnlinePaymentsTexts } from '#app/i18n/texts/admin-online-payments.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import type { Route } from './+types/online-payments.route.ts';
import { PaymentDifferences } from './payment-differences.tsx';
import {
  type PaymentReport,
  providerName,
  readPaymentDifferences,
  readPaymentReports,
} from './payment-report-calls.ts';
import { ReportForm } from './report-form.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: adminOnlinePaymentsTexts()('title'),
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/orders/online-payments']);
  const [differences, reports] = await Promise.all([readPaymentDifferences(), readPaymentReports()]);
  return { differences, reports };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Providers' payments compared with the ledger: open differences, report upload, and days compared. */
export default function OnlinePayments({ loaderData: { differences, reports } }: Route.ComponentProps) {
  const t = adminOnlinePaymentsTexts();
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={href('/admin/orders')}>{t('back')}</TextLink>
      <ListHead title={t('title')} />
      <p className="text-ink-soft">{t('why')}</p>
      {differences.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <PaymentDifferences differences={differences} />
      )}
      <ReportForm />
      <Compared reports={reports} />
    </div>
  );
}

function Compared({ reports }: { reports: readonly PaymentReport[] }) {
  const t = adminOnlinePaymentsTexts();
  if (reports.length === 0) return null;
  return (
    <Table caption={t('days')}>
      <thead>
        <tr>
          <HeadCell>{t('day')}</HeadCell>
          <HeadCell>{t('provider')}</HeadCell>
          <HeadCell className="text-end">{t('transactions')}</HeadCell>
          <HeadCell className="text-end">{t('differing')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {reports.map(({ id, provider, day, source, transactions, differences, compared_at }) => (
          <tr key={id}>
            <Cell>
              {formatDate(day)}
              <span className="block text-ink-soft text-xs">{formatDateTime(compared_at)}</span>
            </Cell>
            <Cell>
              <bdi>{providerName(provider)}</bdi>
              <span className="block text-ink-soft text-xs">{t(`source_${source}`)}</span>
            </Cell>
            <Cell className="text-end tabular-nums">{formatNumber(transactions)}</Cell>
            <Cell className="text-end tabular-nums">{formatNumber(differences)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
