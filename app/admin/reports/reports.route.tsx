import { href, useNavigate, useNavigation } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { changedQuery } from '../ui/list/url-state.ts';
import { useListQuery } from '../ui/list/use-list-query.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import { shopDay } from '../ui/shop-time.ts';
import type { Route } from './+types/reports.route.ts';
import { ListingReport } from './listing-report.tsx';
import { RangeForm } from './range-form.tsx';
import { readReportListing, readSales, rowsPerPage } from './read-reports.ts';
import { reportKinds, reportQuery } from './report-range.ts';
import { SalesReport } from './sales-report.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminReportsTexts()('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/reports']);
  const query = reportQuery(url.searchParams, shopDay());
  const { kind } = query;
  if (kind === 'sales') return { query, report: { kind, sales: await readSales(query) } };
  return { query, report: { kind, listing: await readReportListing(kind, query, rowsPerPage) } };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Seven reports; days and comparison are in the URL. */
export default function Reports({ loaderData: { query, report } }: Route.ComponentProps) {
  const t = adminReportsTexts();
  const navigate = useNavigate();
  const { query: params } = useListQuery();
  const { state } = useNavigation();
  const content =
    report.kind === 'sales' ? (
      <SalesReport query={query} sales={report.sales} />
    ) : (
      <ListingReport query={query} listing={report.listing} />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListHead title={t('title')}>
        <LinkButton to={href('/admin/reports/months')} variant="outline" size="small">
          {t('months')}
        </LinkButton>
      </ListHead>
      <RangeForm />
      <PageTabs
        label={t('kinds')}
        value={query.kind}
        onChange={(kind) => navigate(changedQuery(params, { report: kind, by: '' }))}
        tabs={reportKinds.map((kind) => ({
          value: kind,
          label: t(kind),
          content:
            kind === query.kind ? (
              <div
                aria-busy={state === 'loading'}
                className={state === 'loading' ? 'grid gap-4 opacity-60' : 'grid gap-4'}
              >
                <p className="max-w-prose text-ink-soft text-sm">{t(`about_${kind}`)}</p>
                {content}
              </div>
            ) : null,
        }))}
      />
    </div>
  );
}
