import { Download } from 'lucide-react';
import { useState } from 'react';
import adminReportsMessages from '#app/i18n/messages/en/admin-reports.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../kit/refusal.ts';
import { saveFile } from '../kit/save-file.ts';
import { readListing, readSales } from './read-reports.ts';
import type { ReportQuery } from './report-range.ts';
import { salesListing } from './sales-listing.ts';

async function fileOf(query: ReportQuery) {
  if (query.kind !== 'sales') return readListing(query.kind, query);
  const { points } = await readSales(query);
  return salesListing(points, query);
}

/** Saves the open report with all its rows as a file for spreadsheets. */
export function ExportReport({ query }: { query: ReportQuery }) {
  const t = useTranslations('admin-reports', adminReportsMessages);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const [{ columns, rows }, { reportCsv }] = await Promise.all([
        fileOf(query),
        import('./report-csv.ts'),
      ]);
      const heads = columns.map((column) => t(column.word));
      const csv = reportCsv(
        columns,
        heads,
        rows.map(({ cells }) => cells),
      );
      const name = `${pageTenant()}-${query.kind}-${query.from}-${query.to}.csv`;
      saveFile(name, csv, 'text/csv;charset=utf-8');
    } catch (error) {
      toast({ title: t('exportFailed'), description: refusalOf(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outline" busy={busy} onClick={() => void save()}>
      {busy ? null : <Download className="size-4" />}
      {t('export')}
    </Button>
  );
}
