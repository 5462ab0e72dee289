import { href, useNavigate } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminAuditMessages from '#app/i18n/messages/en/admin-audit.json';
import adminDashboardMessages from '#app/i18n/messages/en/admin-dashboard.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { auditFilter } from '../audit/audit-filter.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { changesPerPage, readAudit, readTrash, trashPerPage } from '../audit/read-audit.ts';
import { TrashList } from '../audit/trash-list.tsx';
import { AdminError } from '../kit/admin-error.tsx';
import { insistOnPage } from '../kit/list/list-page.ts';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import { readViews } from '../kit/list/saved-views.ts';
import { oneOf, pageOf } from '../kit/list/url-state.ts';
import { PageTabs } from '../kit/page-tabs.tsx';
import { ordersHeard } from '../live/staff-topics.ts';
import type { Route } from './+types/dashboard.route.ts';
import { type DashboardAnswer, dashboardAnswer } from './dashboard-model.ts';
import { Overview } from './overview.tsx';

const tabs = ['overview', 'changes', 'trash'] as const;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'admin', adminMessages)('dashboard') });
}

/** The overview, or with `?tab=changes` what staff changed, with `?tab=trash` what they deleted. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const since = ordersHeard();
  const tab = oneOf(tabs, url.searchParams.get('tab'));
  if (tab === 'overview') return { tab, since, answer: await readDashboard(), audit: null, trash: null };
  if (tab === 'trash') {
    const page = pageOf(url.searchParams);
    const trash = await readTrash(page);
    insistOnPage(url.searchParams, {
      ...{ page, perPage: trashPerPage, shown: trash.deleted.length, count: trash.count },
    });
    return { tab, since, answer: null, audit: null, trash: { page, ...trash } };
  }
  const filter = auditFilter(url.searchParams);
  const [list, views] = await Promise.all([readAudit(filter), readViews('changes')]);
  insistOnPage(url.searchParams, {
    ...{ page: filter.page, perPage: changesPerPage, shown: list.changes.length, count: list.count },
  });
  return { tab, since, answer: null, audit: { filter, ...list, views }, trash: null };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <DashboardSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** How the store does and what it wants from its staff; as its other tabs, what they changed and deleted. */
export default function Dashboard({
  loaderData: { tab, since, answer, audit, trash },
}: Route.ComponentProps) {
  const t = useTranslations('admin-dashboard', adminDashboardMessages);
  const tAdminAudit = useTranslations('admin-audit', adminAuditMessages);
  const navigate = useNavigate();
  const path = href('/admin/dashboard');
  return (
    <PageTabs
      title={t('title')}
      value={tab}
      onChange={(value) => navigate(value === 'overview' ? path : `${path}?tab=${value}`)}
      tabs={[
        {
          value: 'overview',
          label: t('overview'),
          content: answer ? <Overview answer={answer} since={since} /> : <DashboardSkeleton />,
        },
        {
          value: 'changes',
          label: tAdminAudit('title'),
          content: audit ? <AuditList {...audit} /> : <ListSkeleton />,
        },
        {
          value: 'trash',
          label: tAdminAudit('trash'),
          content: trash ? <TrashList {...trash} /> : <ListSkeleton />,
        },
      ]}
    />
  );
}

/** Everything that the dashboard shows, in one call. @throws BackendError */
async function readDashboard(): Promise<DashboardAnswer> {
  const supabase = await loadSupabase();
  return dashboardAnswer.parse(dataOf(await supabase.rpc('dashboard', { p_tenant_id: pageTenant() })));
}

/** Holds the place of the overview while it is read. */
function DashboardSkeleton() {
  const t = useTranslations('admin', adminMessages);
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
