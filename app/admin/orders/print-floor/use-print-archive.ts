import { useState } from 'react';
import adminPrintFloorMessages from '#app/i18n/messages/en/admin-print-floor.json';
import customizeMessages from '#app/i18n/messages/en/customize.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { downloadFile, type PrintArchive } from '#app/lib/download-file.ts';
import { toast } from '#app/ui/toast.ts';
import type { PrintJob } from './print-jobs.ts';

export const archiveKinds = ['png', 'svg'] as const satisfies readonly PrintArchive['kind'][];

const megabyte = 1_000_000;

/** Downloads the print files of several jobs as one archive; `progress` says how far it is, '' while none is on its way. */
export function usePrintArchive() {
  const t = useTranslations('admin-print-floor', adminPrintFloorMessages);
  const tCustomize = useTranslations('customize', customizeMessages);
  const [bytes, setBytes] = useState<number | null>(null);
  const download = async (kind: PrintArchive['kind'], jobs: readonly PrintJob[]) => {
    const archive = { kind, lines: jobs.map(({ lineId }) => lineId) };
    setBytes(0);
    const failure = await downloadFile('/print-files/archive', archive, setBytes).catch(() =>
      tCustomize('unreachable'),
    );
    setBytes(null);
    if (failure) toast({ title: t('filesFailed'), description: failure, variant: 'destructive' });
    else toast({ title: t('filesSaved', { count: jobs.length }), description: t('filesSavedWhy') });
  };
  const megabytes = Math.round(((bytes ?? 0) / megabyte) * 10) / 10;
  return { download, progress: bytes === null ? '' : t('filesComing', { megabytes }) };
}
