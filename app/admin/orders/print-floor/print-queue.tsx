import { Download } from 'lucide-react';
import { useState } from 'react';
import { href } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { PrintFiles } from '#app/designer/print-files.tsx';
import { LinePicture } from '#app/designer/private-picture.tsx';
import { adminPrintFloorTexts } from '#app/i18n/texts/admin-print-floor.ts';
import { capitalized } from '#app/lib/capitalized.ts';
import { downloadFile, type PrintArchive } from '#app/lib/download-file.ts';
import { Button } from '#app/ui/button.tsx';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { RowCheckbox } from '../../ui/list/table-parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { useStoreCounts } from '../../ui/store-counts.ts';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useChange, useRequest } from '../../ui/use-change.ts';
import { markPrinted } from '../data/shipment-calls.ts';
import { DueDay } from './due-day.tsx';
import { type PrintGroup, type PrintJob, printCount } from './print-jobs.ts';
import type { readPrintOrders } from './read-print-orders.ts';
import { ReprintDialog } from './reprint-dialog.tsx';

type PrintQueueProps = {
  groups: readonly PrintGroup[];
  orders: Awaited<ReturnType<typeof readPrintOrders>>;
  today: string;
};

/** The prints to make, which staff select and mark as made. */
export function PrintQueue({ groups, orders, today }: PrintQueueProps) {
  const t = adminPrintFloorTexts();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const { busy, change } = useChange();
  const storeCounts = useStoreCounts();
  const [reprinted, setReprinted] = useState<PrintJob | null>(null);
  const chosen = groups.flatMap(({ jobs }) => jobs).filter(({ lineId }) => ids.has(lineId));
  const { download, progress } = usePrintArchive();
  const lines = orders.flatMap(({ order_lines }) => order_lines);
  const choose = (jobs: readonly PrintJob[], isChosen: boolean) => {
    const next = new Set(ids);
    for (const { lineId } of jobs) isChosen ? next.add(lineId) : next.delete(lineId);
    setIds(next);
  };
  const mark = () =>
    change({
      run: () => markPrinted(chosen.map(({ lineId, count }) => ({ order_line_id: lineId, quantity: count }))),
      done: () => ({ title: t('marked', { count: printCount(chosen) }), description: storeCounts(chosen) }),
      onDone: () => setIds(new Set()),
      failed: t('notMarked'),
    });
  return (
    <>
      {groups.map(({ key, name, color, size, jobs }) => {
        const title = [name, capitalized(color), size].filter(Boolean).join(' · ');
        const own = jobs.filter(({ lineId }) => ids.has(lineId));
        return (
          <section key={key} aria-label={title} className="stroked rounded-card bg-surface">
            <div className="flex items-center gap-4 border-b px-4 py-2">
              <RowCheckbox
                label={t('chooseGroup', { name: title })}
                checked={own.length === jobs.length}
                indeterminate={own.length > 0}
                onToggle={({ currentTarget: { checked } }) => choose(jobs, checked)}
              />
              <h2 className="wrap-anywhere min-w-0 flex-1 font-semibold text-base">
                {title.replaceAll(' · ', '\u00a0· ')}
              </h2>
              <p className="whitespace-nowrap text-sm">{t('toPrint', { count: printCount(jobs) })}</p>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('filesOfGroup', { name: title })}
                title={t('filesOfGroup', { name: title })}
                busy={progress !== ''}
                onClick={() => void download('png', jobs)}
              >
                <Download className="size-4" />
              </Button>
            </div>
            <ul>
              {jobs.map((job) => (
                <li
                  key={job.lineId}
                  className="grid grid-cols-[auto_3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 sm:grid-cols-[auto_3.5rem_minmax(0,1fr)_auto] border-b px-4 py-3 last:border-b-0"
                >
                  <RowCheckbox
                    label={t('choose', { name: title, number: job.number })}
                    checked={ids.has(job.lineId)}
                    onToggle={({ currentTarget: { checked } }) => choose([job], checked)}
                  />
                  <LinePicture
                    image={job.image}
                    alt=""
                    size={56}
                    className="size-14 rounded-picture object-cover"
                  />
                  <div className="grid justify-items-start gap-1 text-sm">
                    <RowLink
                      tenantId={job.tenant_id}
                      to={`${href('/admin/orders')}?order=${job.orderId}`}
                      className="whitespace-nowrap text-link underline"
                    >
                      {t('order', { number: job.number })}
                    </RowLink>
                    {isAllStores() ? <StoreMark tenantId={job.tenant_id} /> : null}
                    <span className="flex flex-wrap items-center gap-2">
                      <span className="font-details tabular-nums">{job.count} ×</span>
                      <DueDay due={job.due} today={today} />
                    </span>
                  </div>
                  <Button
                    variant="quiet"
                    size="small"
                    className="max-sm:col-start-3 max-sm:-ms-3.5 max-sm:justify-self-start"
                    aria-label={t('reprintOf', { name: title, number: job.number })}
                    onClick={() => setReprinted(job)}
                  >
                    {t('reprint')}
                  </Button>
                  <details className="col-span-full text-sm">
                    <summary className="min-h-6 cursor-pointer text-link">
                      {t('files', { name: title, number: job.number })}
                    </summary>
                    <PrintFiles lines={lines.filter(({ id }) => id === job.lineId)} />
                  </details>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <BulkBar
        selected={chosen.length}
        busy={busy}
        {...(progress ? { progress } : {})}
        onClear={() => setIds(new Set())}
      >
        {archiveKinds.map((kind) => (
          <Button
            key={kind}
            variant="outline"
            size="small"
            busy={progress !== ''}
            onClick={() => void download(kind, chosen)}
          >
            <Download className="size-4" />
            {t('filesOfChosen', { kind: kind.toUpperCase() })}
          </Button>
        ))}
        <Button size="small" busy={busy} onClick={() => void mark()}>
          {t('mark', { count: printCount(chosen) })}
        </Button>
      </BulkBar>
      {reprinted ? <ReprintDialog lineId={reprinted.lineId} onClose={() => setReprinted(null)} /> : null}
    </>
  );
}

const archiveKinds = ['png', 'svg'] as const satisfies readonly PrintArchive['kind'][];

const megabyte = 1_000_000;

/** Downloads the print files of several jobs as one archive; `progress` is a text, '' when idle. */
function usePrintArchive() {
  const t = adminPrintFloorTexts();
  const [bytes, setBytes] = useState(0);
  const { busy, request } = useRequest();
  const download = (kind: PrintArchive['kind'], jobs: readonly PrintJob[]) => {
    const archive = { kind, lines: jobs.map(({ lineId }) => lineId) };
    setBytes(0);
    return request({
      run: () => downloadFile('/print-files/archive', archive, setBytes),
      done: () => ({ title: t('filesSaved', { count: jobs.length }), description: t('filesSavedWhy') }),
      failed: t('filesFailed'),
    });
  };
  const megabytes = Math.round((bytes / megabyte) * 10) / 10;
  return { download, progress: busy ? t('filesComing', { megabytes }) : '' };
}
