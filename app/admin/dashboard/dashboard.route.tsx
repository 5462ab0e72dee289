import { href, redirect, useNavigate } from 'react-router';
import { requireCapability, requireStaff } from '#app/auth/guards.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminAuditTexts } from '#app/i18n/texts/admin-audit.ts';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { auditFilter } from '../audit/audit-filter.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { changesPerPage, readAudit, readTrash, trashPerPage } from '../audit/read-audit.ts';
import { TrashList } from '../audit/trash-list.tsx';
import { ordersChangeCount } from '../live/staff-topics.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { adminPages } from '../ui/admin-pages.ts';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { readViews } from '../ui/list/saved-views.ts';
import { oneOf, pageOf } from '../ui/list/url-state.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Route } from './+types/dashboard.route.ts';
import type { DashboardAnswer } from './dashboard-model.ts';
import { Overview } from './overview.tsx';

const tabs = ['overview', 'changes', 'trash'] as const;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminTexts()('dashboard') });
}

/** The overview; `?tab=changes` shows the audit log, `?tab=trash` the trash. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireStaff(request);
  // In a store work opens first, in the office of all stores the morning.
  const [first] = adminPages(user).filter(({ to }) => isAllStores() || to !== '/admin/morning');
  // `/admin` leads here, also people who may not see it.
  if (first && first.to !== '/admin/dashboard') throw redirect(first.to);
  await requireCapability(request, pageCapabilities['/admin/dashboard']);
  const loadedCount = ordersChangeCount();
  const tab = oneOf(tabs, url.searchParams.get('tab'));
  if (tab === 'overview') return { tab, overview: { loadedCount, answer: await readDashboard() } };
  if (tab === 'trash') {
    const page = pageOf(url.searchParams);
    const trash = await readTrash(page);
    redirectToLastPage(url.searchParams, {
      page,
      perPage: trashPerPage,
      rowCount: trash.rows.length,
      count: trash.count,
    });
    return { tab, trash: { page, ...trash } };
  }
  const filter = auditFilter(url.searchParams);
  const [list, views] = await Promise.all([readAudit(filter), readViews('changes')]);
  redirectToLastPage(url.searchParams, {
    page: filter.page,
    perPage: changesPerPage,
    rowCount: list.rows.length,
    count: list.count,
  });
  return { tab, changes: { filter, ...list, views } };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <DashboardSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Sales and pending work, with the audit log and the trash as further tabs. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const t = adminDashboardTexts();
  const tAdminAudit = adminAuditTexts();
  const navigate = useNavigate();
  const path = href('/admin/dashboard');
  return (
    <PageTabs
      title={t('title')}
      value={loaderData.tab}
      onChange={(value) => navigate(value === 'overview' ? path : `${path}?tab=${value}`)}
      tabs={[
        {
          value: 'overview',
          label: t('overview'),
          content:
            loaderData.tab === 'overview' ? <Overview {...loaderData.overview} /> : <DashboardSkeleton />,
        },
        {
          value: 'changes',
          label: tAdminAudit('title'),
          content: loaderData.tab === 'changes' ? <AuditList {...loaderData.changes} /> : <ListSkeleton />,
        },
        {
          value: 'trash',
          label: tAdminAudit('trash'),
          content: loaderData.tab === 'trash' ? <TrashList {...loaderData.trash} /> : <ListSkeleton />,
        },
      ]}
    />
  );
}

/** Reads all data of the dashboard in one call. @throws BackendError */
async function readDashboard(): Promise<DashboardAnswer> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('dashboard', { p_tenant_id: pageTenant() })) as DashboardAnswer;
}

function DashboardSkeleton() {
  const t = adminTexts();
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{t('loading')}</span>
      <div className="grid gap-4 sm:grid-cols-3">
        {['a', 'b', 'c'].map((card) => (
          <Skeleton key={card} className="h-36 w-full rounded-card" />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((tile) => (
          <Skeleton key={tile} className="h-16 w-full rounded-card" />
        ))}
      </div>
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-64 w-full rounded-card" />
        <Skeleton className="h-64 w-full rounded-card" />
      </div>
    </div>
  );
}
