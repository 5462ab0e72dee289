import { href, useNavigate } from 'react-router';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { ExchangeFormProps } from './exchange-form.tsx';
import { OrderDialog } from './order-dialog.tsx';
import type { PieceCounts } from './order-steps.ts';
import type { FullOrder } from './read-orders.ts';

/** Few shoppers exchange something. */
const ExchangeForm = lazyWithRetry<ExchangeFormProps>(
  () => import('./exchange-form.tsx').then((module) => ({ default: module.ExchangeForm })),
  { Waiting: () => <Skeleton className="h-60" /> },
);

interface ExchangeItemsProps {
  order: Pick<FullOrder, 'id' | 'address' | 'order_lines'>;
  /** Items that can be exchanged. */
  pieces: PieceCounts;
  readAgain: () => Promise<void>;
}

/** **Exchange**: delivered items for other products (docs/product.md, Exchanges). */
export function ExchangeItems({ order, pieces, readAgain }: ExchangeItemsProps) {
  const t = afterSaleTexts();
  const navigate = useNavigate();
  return (
    <OrderDialog
      label={t('exchange')}
      title={t('exchange')}
      description={t('exchangeLead')}
      ignoreBackdropClick
    >
      {() => (
        <ExchangeForm
          order={order}
          pieces={pieces}
          readAgain={readAgain}
          done={({ number }) => ({
            title: t('exchangeSent', { number }),
            description: t('exchangeSentWhy'),
          })}
          onDone={({ id }) => void navigate(href('/account/orders/:id', { id }))}
          leaves
        />
      )}
    </OrderDialog>
  );
}
