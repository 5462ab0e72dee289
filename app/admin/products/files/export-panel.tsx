import { Download } from 'lucide-react';
import { useState } from 'react';
import { adminCsvTexts } from '#app/i18n/texts/admin-csv.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { logExport } from '../../ui/list/log-export.ts';
import { useRequest } from '../../ui/use-change.ts';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import { readForFile } from './import-data.ts';
import { writeFile } from './write-file.ts';

/** Exports all products as a file that can be imported again. */
export function ExportPanel() {
  const t = adminCsvTexts();
  const [progress, setProgress] = useState({ done: 0, all: 1 });
  const { busy, request } = useRequest();
  const seesCosts = useSeesCosts();

  const save = () =>
    request({
      run: async () => {
        setProgress({ done: 0, all: 1 });
        const exported = await readForFile(seesCosts, '', (done, all) => setProgress({ done, all }));
        const name = `${pageTenant()}-products-${new Date().toISOString().slice(0, 10)}.csv`;
        const text = await writeFile(exported);
        await logExport('products');
        saveFile(name, text, 'text/csv');
        return exported.products.length;
      },
      done: (count) => ({ title: t('exported', { count }) }),
      failed: t('exportFailed'),
    });

  return (
    <section
      aria-labelledby="export"
      className="grid content-start justify-items-start gap-4 rounded-card border bg-surface p-4 md:p-6"
    >
      <div>
        <h2 id="export" className="text-lg">
          {t('exportTitle')}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{t('exportWhy')}</p>
      </div>
      <Button variant="outline" busy={busy} onClick={() => void save()}>
        {busy ? null : <Download className="size-4" />}
        {t('export')}
      </Button>
      {busy ? (
        <div className="w-full max-w-sm">
          <Progress label={t('exporting')} value={progress.done} max={progress.all} />
        </div>
      ) : null}
    </section>
  );
}
