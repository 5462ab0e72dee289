import { useState } from 'react';
import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminImportsTexts } from '#app/i18n/texts/admin-imports.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Route } from './+types/imports.route.ts';
import { readImports, type StoreImport, undoImport } from './import-calls.ts';
import { ImportPanel } from './import-panel.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminImportsTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/orders/imports']);
  return { imports: await readImports() };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Orders and customers of another shop: a file, its rehearsal, and the files that came before. */
export default function Imports({ loaderData: { imports } }: Route.ComponentProps) {
  const t = adminImportsTexts();
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={href('/admin/orders')}>{t('back')}</TextLink>
      <ListHead title={t('title')} />
      <ImportPanel />
      <section aria-labelledby="imports" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="imports" className="text-lg">
          {t('earlier')}
        </h2>
        {imports.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
        ) : (
          <Table caption={t('earlier')}>
            <thead>
              <tr>
                <HeadCell>{t('file')}</HeadCell>
                <HeadCell>{t('from')}</HeadCell>
                <HeadCell className="text-end">{t('came')}</HeadCell>
                <HeadCell>{t('when')}</HeadCell>
                <HeadCell>{t('undo')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {imports.map((one) => (
                <ImportRow key={one.id} row={one} />
              ))}
            </tbody>
          </Table>
        )}
      </section>
    </div>
  );
}

function ImportRow({ row }: { row: StoreImport }) {
  const t = adminImportsTexts();
  const { busy, change } = useChange();
  const [asked, setAsked] = useState(false);
  const [progress, setProgress] = useState({ done: 0, all: 1 });
  const undo = () => {
    setAsked(false);
    return change({
      run: () => undoImport(row.id, (done, all) => setProgress({ done, all })),
      done: t('undone'),
      failed: t('undoFailed'),
    });
  };
  const count = t(row.kind === 'orders' ? 'orders' : 'customers', { count: row.imported });
  return (
    <tr>
      <Cell className="wrap-anywhere">
        <bdi>{row.file_name || '–'}</bdi>
      </Cell>
      <Cell>{t(row.source)}</Cell>
      <Cell className="text-end">{count}</Cell>
      <Cell className="whitespace-nowrap">{formatDateTime(row.created_at)}</Cell>
      <Cell>
        {busy ? (
          <Progress label={t('undoing')} value={progress.done} max={progress.all} />
        ) : row.undone_at ? (
          t('wasUndone')
        ) : (
          <Button size="small" variant="outline" onClick={() => setAsked(true)}>
            {t('undoIt')}
          </Button>
        )}
        <Dialog
          open={asked}
          size="small"
          onClose={() => setAsked(false)}
          title={t('undoQuestion', { file: row.file_name })}
          description={t('undoWhy', { what: count })}
          actions={
            <>
              <Button variant="quiet" onClick={() => setAsked(false)}>
                {t('keep')}
              </Button>
              <Button variant="destructive" onClick={() => void undo()}>
                {t('undoIt')}
              </Button>
            </>
          }
        />
      </Cell>
    </tr>
  );
}
