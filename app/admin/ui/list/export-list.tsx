import { Download } from 'lucide-react';
import { isAllStores } from '#app/auth/office-stores.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import { useRequest } from '../use-change.ts';
import { logExport } from './log-export.ts';

type ExportProps = { list: string; name?: string; label?: boolean; file: () => Promise<string> };

/** Button that downloads a list as a spreadsheet file. */
export function ExportList({ list, name, label = false, file }: ExportProps) {
  const t = adminTexts();
  const { busy, request } = useRequest();
  const save = () =>
    request({
      run: async () => {
        const baseName = name ?? `${list}-${new Date().toISOString().slice(0, 10)}`;
        const stores = isAllStores() ? 'all-stores' : pageTenant();
        const text = await file();
        await logExport(list);
        saveFile(`${stores}-${baseName}.csv`, text, 'text/csv;charset=utf-8');
      },
      failed: t('exportFailed'),
    });
  return (
    <Button
      variant={label ? 'outline' : 'quiet'}
      size={label ? 'small' : 'icon'}
      aria-label={label ? undefined : t('exportCsv')}
      title={t('exportCsv')}
      busy={busy}
      onClick={() => void save()}
    >
      {busy ? null : <Download className="size-4.5" />}
      {label ? t('exportCsv') : null}
    </Button>
  );
}
