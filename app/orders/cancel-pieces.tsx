import { useState } from 'react';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { Button } from '#app/ui/button.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { callOnce } from './call-once.ts';
import { CancellationMoney } from './cancellation-money.tsx';
import { asLines } from './line-pieces.ts';
import { OrderDialog } from './order-dialog.tsx';
import { type ChosenPieces, PiecesField } from './pieces-field.tsx';
import type { FullOrder } from './read-orders.ts';
import { useOrderChange } from './use-order-change.ts';

interface CancelPiecesProps {
  order: Pick<FullOrder, 'id' | 'order_lines'>;
  readAgain: () => Promise<void>;
}

/** **Cancel items**, for an order with several items of which some are not packed. */
export function CancelPieces({ order, readAgain }: CancelPiecesProps) {
  const t = afterSaleTexts();
  const tOrders = ordersTexts();
  const { busy, change } = useOrderChange(readAgain);
  const [chosen, setChosen] = useState<ChosenPieces>({});
  const [failure, setFailure] = useState('');
  const lines = order.order_lines.flatMap((line) => {
    const most = line.open_pieces;
    return most > 0 ? [{ line, most }] : [];
  });

  const cancel = async (close: () => void) => {
    const pieces = asLines(chosen);
    if (pieces.length === 0) return setFailure(t('choosePieces'));
    await change({
      run: () =>
        callOnce(`cancel_pieces ${order.id}`, (supabase, requestId) =>
          supabase.rpc('cancel_pieces', { p_order_id: order.id, p_lines: pieces, p_request_id: requestId }),
        ),
      done: t('piecesCancelled'),
      onDone: () => {
        close();
        setChosen({});
      },
      onFailure: setFailure,
    });
  };

  return (
    <OrderDialog label={t('cancelPieces')} title={t('cancelPieces')} description={t('cancelPiecesLead')}>
      {(close) => (
        <DialogForm
          onSubmit={() => cancel(close)}
          busy={busy}
          submit={t('cancelPieces')}
          destructive
          buttons={
            <Button variant="outline" onClick={close}>
              {tOrders('keep')}
            </Button>
          }
        >
          <PiecesField
            legend={t('whichItems')}
            lines={lines}
            chosen={chosen}
            onChange={setChosen}
            error={failure}
          />
          <CancellationMoney orderId={order.id} pieces={asLines(chosen)} />
        </DialogForm>
      )}
    </OrderDialog>
  );
}
