import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { SizeForm } from '#app/orders/change-size.tsx';
import { ExchangeForm } from '#app/orders/exchange-form.tsx';
import { ReplaceForm } from '#app/orders/replace-size.tsx';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { useReturnable } from '../data/use-returnable.ts';

type Asked = 'size' | 'size_before' | 'exchange' | null;

/** Swaps sizes and exchanges items for a customer who called or wrote. Before packing, another size is a change of the order. */
export function ExchangeOrder({ order }: { order: AdminFullOrder }) {
  const t = adminReturnsTexts();
  const { exchanges } = useRootData().settings.returns;
  const [asked, setAsked] = useState<Asked>(null);
  const { revalidate } = useRevalidator();
  const isDelivered = order.order_lines.some(({ delivered, returned }) => delivered > returned);
  const hasSize = order.order_lines.some((line) => line.size && line.delivered > line.returned);
  const canChange =
    order.is_changeable && order.order_lines.some((line) => line.size && line.open_pieces > 0);
  const close = () => setAsked(null);
  return (
    <>
      {canChange ? (
        <Button variant="outline" size="small" onClick={() => setAsked('size_before')}>
          {t(hasSize ? 'swapBefore' : 'swapSize')}
        </Button>
      ) : null}
      {hasSize ? (
        <Button variant="outline" size="small" onClick={() => setAsked('size')}>
          {t('swapSize')}
        </Button>
      ) : null}
      {isDelivered && exchanges === 'product' ? (
        <Button variant="outline" size="small" onClick={() => setAsked('exchange')}>
          {t('exchange')}
        </Button>
      ) : null}
      {asked === 'size_before' ? (
        <Dialog
          open
          onClose={close}
          title={t('swapSize')}
          description={t('swapBeforeWhy')}
          ignoreBackdropClick
        >
          <SizeForm
            order={order}
            readAgain={revalidate}
            onClose={close}
            done={(difference) => t(difference > 0 ? 'swapAsked' : 'made')}
          />
        </Dialog>
      ) : null}
      {asked === 'size' || asked === 'exchange' ? (
        <DeliveredItems order={order} asked={asked} onClose={close} />
      ) : null}
    </>
  );
}

type DeliveredItemsProps = {
  order: AdminFullOrder;
  asked: 'size' | 'exchange';
  onClose: () => void;
};

function DeliveredItems({ order, asked, onClose }: DeliveredItemsProps) {
  const t = adminReturnsTexts();
  const { returnable, problem } = useReturnable(order.id);
  const { revalidate } = useRevalidator();
  const made = asked === 'size' ? 'swapMade' : 'exchangeMade';
  const form = {
    order,
    pieces: returnable ?? {},
    readAgain: revalidate,
    done: ({ number }: { number: string }) => ({ title: t(made, { number }) }),
    onDone: onClose,
  };
  const hasPieces = Object.keys(returnable ?? {}).length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        asked === 'size' ? (
          t('swapSize')
        ) : (
          <Unbroken text={t('exchangeTitle', { number: order.number })} part={order.number} />
        )
      }
      description={t(asked === 'size' ? 'swapSizeWhy' : 'exchangeWhy')}
      ignoreBackdropClick
    >
      {problem ? <p role="alert">{problem}</p> : null}
      {returnable && !hasPieces ? <p>{t('nothingToReturn')}</p> : null}
      {hasPieces && asked === 'size' ? <ReplaceForm {...form} /> : null}
      {hasPieces && asked === 'exchange' ? <ExchangeForm {...form} /> : null}
    </Dialog>
  );
}
