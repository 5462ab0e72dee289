import { useState } from 'react';
import { requireCapability } from '#app/auth/guards.ts';
import { adminDemoTexts } from '#app/i18n/texts/admin-demo.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/demo.route.ts';
import { countsOfAll, type DemoCounts, readDemoPlace, readDemoSummary } from './demo-data.ts';
import { DemoTable } from './demo-table.tsx';
import { RemoveDemo } from './remove-demo.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminDemoTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/demo']);
  const [place, kept, all] = await Promise.all([
    readDemoPlace(),
    readDemoSummary(true),
    readDemoSummary(false),
  ]);
  return { backups: place?.backups ?? false, kept, all };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Shows which rows of the stores belong to the demo, and removes them; for the owner of the installation. */
export default function DemoPage({ loaderData: { backups, kept, all } }: Route.ComponentProps) {
  const t = adminDemoTexts();
  const [removed, setRemoved] = useState<{ counts: DemoCounts; backup: string | undefined }>();
  const refusal = 'refusal' in kept ? kept.refusal : 'refusal' in all ? all.refusal : undefined;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <h1 className="text-heading">{t('title')}</h1>
      {removed ? (
        <section aria-live="polite" className="grid gap-4">
          <h2 className="font-semibold text-lg">{t('removed')}</h2>
          {removed.backup ? (
            <p>
              {t('backupAt')}{' '}
              <code dir="ltr" className="wrap-anywhere">
                {removed.backup}
              </code>
            </p>
          ) : (
            <p>{t('noWayBack')}</p>
          )}
          <DemoTable counts={removed.counts} />
        </section>
      ) : refusal !== undefined || 'refusal' in kept || 'refusal' in all ? (
        <EmptyState title={t('notYours')}>{refusal}</EmptyState>
      ) : kept.stores.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <RemoveDemo
          kept={kept}
          all={all}
          backups={backups}
          onRemoved={({ removed: answer, backup }) =>
            setRemoved({ counts: countsOfAll(answer.stores), backup })
          }
        />
      )}
    </div>
  );
}
