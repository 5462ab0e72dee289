import { Download } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { invoicesTexts } from '#app/i18n/texts/invoices.ts';
import { downloadFile } from '#app/lib/download-file.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { useAction } from '#app/ui/use-action.ts';
import type { FullOrder } from './read-orders.ts';

/** The invoices and credit notes of an order, for download. */
export function OrderInvoices({ invoices }: Pick<FullOrder, 'invoices'>) {
  const t = invoicesTexts();
  const { currency } = useBrand();
  const { busyWith, act } = useAction({ explain: () => t('failed') });
  if (invoices.length === 0) return null;
  const download = (id: string) => act({ key: id, run: () => downloadFile(`/invoices/${id}.pdf`) });
  return (
    <section aria-labelledby="order-invoices" className="stroked rounded-card bg-surface p-5">
      <h2 id="order-invoices" className="mb-3 text-heading">
        {t('title')}
      </h2>
      <ul className="grid gap-3">
        {invoices.map(({ id, kind, code, total, issued_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <p className="font-semibold">
                {t(kind === 'invoice' ? 'invoice' : 'creditNote')}{' '}
                <bdi className="whitespace-nowrap font-details">{code}</bdi>
              </p>
              <p className="text-ink-soft text-sm">
                {formatDate(issued_at)} · {formatPounds(total, currency)}
              </p>
            </div>
            <Button
              variant="outline"
              size="small"
              busy={busyWith === id}
              aria-label={t('download', { name: code })}
              className="print:hidden"
              onClick={() => void download(id)}
            >
              <Download aria-hidden="true" className="size-4" />
              PDF
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
