import { href, useNavigate, useNavigation } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { pageMeta } from '#app/store/seo.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { InStoreButton } from '../ui/in-store-button.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { StoreFilter } from '../ui/list/store-filter.tsx';
import { changedQuery } from '../ui/list/url-state.ts';
import { useListQuery } from '../ui/list/use-list-query.ts';
import { shownStores } from '../ui/office-stores.ts';
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

const capability = pageCapabilities['/admin/reports'];

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/reports']);
  const query = reportQuery(url.searchParams, shopDay());
  const { kind } = query;
  const needed = kind === 'customers' || kind === 'files' ? 'reports.see' : capability;
  const stores = shownStores(user, needed, url.searchParams);
  if (kind === 'sales') return { query, stores, report: { kind, sales: await readSales(stores, query) } };
  return {
    query,
    stores,
    report: { kind, listing: await readReportListing(stores, kind, query, rowsPerPage) },
  };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Seven reports; days and comparison are in the URL. */
export default function Reports({ loaderData: { query, stores, report } }: Route.ComponentProps) {
  const t = adminReportsTexts();
  const navigate = useNavigate();
  const { query: params } = useListQuery();
  const { state } = useNavigation();
  const content =
    report.kind === 'sales' ? (
      <SalesReport query={query} stores={stores} sales={report.sales} />
    ) : (
      <ListingReport query={query} stores={stores} listing={report.listing} />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListHead title={t('title')}>
        <InStoreButton
          to={href('/admin/reports/months')}
          capability={pageCapabilities['/admin/reports/months']}
          variant="outline"
        >
          {t('months')}
        </InStoreButton>
      </ListHead>
      <StoreFilter capability={capability} />
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
