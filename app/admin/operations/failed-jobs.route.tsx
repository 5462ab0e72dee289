import { useMemo } from 'react';
import { requireCapability } from '#app/auth/guards.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminOperationsTexts } from '#app/i18n/texts/admin-operations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { useChange } from '../ui/use-change.ts';
import type { Route } from './+types/failed-jobs.route.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminOperationsTexts()('failedJobs') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/failed-jobs']);
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('failed_jobs');
  const refusal = refusalMessage(answer.error);
  return { refusal, rows: refusal ? [] : dataOf(answer) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

type FailedJob = Route.ComponentProps['loaderData']['rows'][number];
const column = columnsOf<FailedJob>();

/** Jobs that failed after all retries, with a button to retry them: those of all stores for owners, else of one's own. */
export default function FailedJobsPage({ loaderData: { refusal, rows } }: Route.ComponentProps) {
  const t = adminOperationsTexts();
  const { busy, change } = useChange();
  const retry = () =>
    change({
      run: async () => {
        const supabase = await loadSupabase();
        dataOf(await supabase.rpc('retry_jobs', { p_job_ids: rows.map(({ id }) => id) }));
      },
      done: () => ({ title: t('tryingAgain'), description: t('tryingAgainWhy') }),
      failed: t('notTriedAgain'),
    });
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('kind', {
          header: t('job'),
          enableHiding: false,
          meta: { isMain: true },
          cell: ({ row: { original: job } }) => (
            <span className="wrap-anywhere">
              <code>{job.kind}</code> {job.key}
            </span>
          ),
        }),
        column.accessor('tenant_id', {
          header: t('store'),
          meta: { from: '3xl' as const, named: true },
          // The generated type does not say that it is null for jobs of the installation.
          cell: ({ getValue }) => getValue() ?? t('allStores'),
        }),
        column.accessor('last_error', {
          header: t('lastError'),
          cell: ({ getValue }) => <span className="wrap-anywhere">{getValue()}</span>,
        }),
        column.accessor('attempts', {
          header: t('attempts'),
          meta: { align: 'end' as const, from: '3xl' as const, named: true },
        }),
        column.accessor('created_at', {
          header: t('since'),
          meta: { from: '3xl' as const, named: true },
          cell: ({ getValue }) => formatDateTime(getValue()),
        }),
      ]),
    [t],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListHead title={t('failedJobs')}>
        {rows.length > 0 ? (
          <Button size="small" busy={busy} onClick={() => void retry()}>
            {t('tryAgain')}
          </Button>
        ) : null}
      </ListHead>
      <p className="max-w-prose text-ink-soft">{t('failedJobsLead')}</p>
      {refusal ? (
        <EmptyState title={t('notShown')}>{refusal}</EmptyState>
      ) : (
        <div className="@container min-w-0">
          <DataTable
            list={{
              name: 'failed-jobs',
              title: t('failedJobs'),
              columns,
              rowId: ({ id }) => String(id),
              sort: '-created_at',
            }}
            rows={rows}
            empty={<EmptyState title={t('noFailedJobs')} />}
          />
        </div>
      )}
    </div>
  );
}
