import { href, useNavigate } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminAuditMessages from '#app/i18n/messages/en/admin-audit.json';
import adminDashboardMessages from '#app/i18n/messages/en/admin-dashboard.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { auditFilter } from '../audit/audit-filter.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { changesPerPage, readAudit } from '../audit/read-audit.ts';
import { AdminError } from '../kit/admin-error.tsx';
import { insistOnPage } from '../kit/list/list-page.ts';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import { readViews } from '../kit/list/saved-views.ts';
import { PageTabs } from '../kit/page-tabs.tsx';
import { ordersHeard } from '../live/staff-topics.ts';
import type { Route } from './+types/dashboard.route.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Overview } from './overview.tsx';
import { readDashboard } from './read-dashboard.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'admin', adminMessages)('dashboard') });
}

/** The overview, or with `?tab=changes` what staff changed. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const since = ordersHeard();
  if (url.searchParams.get('tab') !== 'changes') return { since, answer: await readDashboard(), audit: null };
  const filter = auditFilter(url.searchParams);
  const [list, views] = await Promise.all([readAudit(filter), readViews('changes')]);
  insistOnPage(url.searchParams, {
    ...{ page: filter.page, perPage: changesPerPage, shown: list.changes.length, count: list.count },
  });
  return { since, answer: null, audit: { filter, ...list, views } };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <DashboardSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** How the store does and what it wants from its staff; as its other tab, what they changed. */
export default function Dashboard({ loaderData: { since, answer, audit } }: Route.ComponentProps) {
  const t = useTranslations('admin-dashboard', adminDashboardMessages);
  const tAdminAudit = useTranslations('admin-audit', adminAuditMessages);
  const navigate = useNavigate();
  const path = href('/admin/dashboard');
  return (
    <PageTabs
      title={t('title')}
      value={audit ? 'changes' : 'overview'}
      onChange={(value) => navigate(value === 'changes' ? `${path}?tab=changes` : path)}
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
      ]}
    />
  );
}
