import { useState } from 'react';
import adminPrintFloorMessages from '#app/i18n/messages/en/admin-print-floor.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { downloadFile, type PrintArchive } from '#app/lib/download-file.ts';
import { useRequest } from '../../kit/use-change.ts';
import type { PrintJob } from './print-jobs.ts';

export const archiveKinds = ['png', 'svg'] as const satisfies readonly PrintArchive['kind'][];

const megabyte = 1_000_000;

/** Downloads the print files of several jobs as one archive; `progress` says how far it is, '' while none is on its way. */
export function usePrintArchive() {
  const t = useTranslations('admin-print-floor', adminPrintFloorMessages);
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
