import { useMemo } from 'react';
import { requireCapability } from '#app/auth/guards.ts';
import { formatNumber } from '#app/i18n/format.ts';
import { adminOperationsTexts } from '#app/i18n/texts/admin-operations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/slow-queries.route.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: adminOperationsTexts()('slowQueries'),
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/slow-queries']);
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('slow_queries', { p_limit: 100 });
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

type SlowQuery = Route.ComponentProps['loaderData']['rows'][number];

const column = columnsOf<SlowQuery>();
const numberColumns = ['mean_ms', 'max_ms', 'total_ms', 'calls', 'rows_returned'] as const;

/**
 * The statements with the longest total time since statistics were reset; for the owner of the installation.
 */
export default function SlowQueriesPage({ loaderData: { refusal, rows } }: Route.ComponentProps) {
  const t = adminOperationsTexts();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('query', {
          header: t('query'),
          enableHiding: false,
          meta: { isMain: true },
          cell: ({ getValue }) => (
            <code className="wrap-anywhere line-clamp-4 whitespace-pre-wrap text-sm hover:line-clamp-none">
              {getValue()}
            </code>
          ),
        }),
        ...numberColumns.map((figure) =>
          column.accessor(figure, {
            header: t(figure),
            meta: {
              align: 'end' as const,
              ...(figure !== 'mean_ms' && { from: '3xl' as const, named: true }),
            },
            cell: ({ getValue }) => formatNumber(Math.round(getValue() * 10) / 10),
          }),
        ),
      ]),
    [t],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListHead title={t('slowQueries')} />
      <p className="max-w-prose text-ink-soft">{t('lead')}</p>
      {refusal ? (
        <EmptyState title={t('notShown')}>{refusal}</EmptyState>
      ) : (
        <div className="@container min-w-0">
          <DataTable
            list={{
              name: 'slow-queries',
              title: t('slowQueries'),
              columns,
              rowId: ({ query }) => query,
              sort: '-mean_ms',
            }}
            rows={rows}
            empty={<EmptyState title={t('none')} />}
          />
        </div>
      )}
    </div>
  );
}
