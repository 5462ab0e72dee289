import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { invoicesTexts } from '#app/i18n/texts/invoices.ts';
import { downloadFile } from '#app/lib/download-file.ts';
import { Button } from '#app/ui/button.tsx';
import { useRequest } from '../../ui/use-change.ts';

interface InvoicesButtonProps {
  orderIds: readonly string[];
  variant: 'outline' | 'quiet';
  children: ReactNode;
}

/** Downloads the issued invoices and credit notes of orders, unchanged, as one file to print. */
export function InvoicesButton({ orderIds, variant, children }: InvoicesButtonProps) {
  const t = invoicesTexts();
  const { busy, request } = useRequest();
  const download = () =>
    request({
      run: () => downloadFile(`/invoices/of-orders.pdf?ids=${orderIds.join(',')}`),
      failed: t('failedOfOrders'),
    });
  return (
    <Button variant={variant} size="small" busy={busy} onClick={() => void download()}>
      <Printer className="size-4" />
      {children}
    </Button>
  );
}
