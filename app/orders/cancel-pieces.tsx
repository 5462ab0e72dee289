import { useState } from 'react';
import afterSaleMessages from '#app/i18n/messages/en/after-sale.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import { callFailure } from './call-failure.ts';
import { CancellationMoney } from './cancellation-money.tsx';
import { asLines } from './line-pieces.ts';
import { type ChosenPieces, PiecesField } from './pieces-field.tsx';
import type { FullOrder } from './read-orders.ts';

interface CancelPiecesProps {
  order: Pick<FullOrder, 'id' | 'order_lines'>;
  onDone: () => Promise<void>;
}

/** **Cancel items** of an order that has several pieces, as far as nobody has packed them. */
export function CancelPieces({ order, onDone }: CancelPiecesProps) {
  const t = useTranslations('after-sale', afterSaleMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ChosenPieces>({});
  const [failure, setFailure] = useState('');
  const lines = order.order_lines.flatMap((line) => {
    const most = line.open_pieces;
    return most > 0 ? [{ line, most }] : [];
  });
  if (lines.reduce((sum, { most }) => sum + most, 0) < 2) return null;

  const cancel = async () => {
    const pieces = asLines(chosen);
    if (pieces.length === 0) return setFailure(t('choosePieces'));
    setBusy(true);
    setFailure('');
    const refusal = await callFailure(`cancel_pieces ${order.id}`, async (requestId) =>
      (await loadSupabase()).rpc('cancel_pieces', {
        p_order_id: order.id,
        p_lines: pieces,
        p_request_id: requestId,
      }),
    );
    setBusy(false);
    if (refusal) return setFailure(refusal);
    setOpen(false);
    setChosen({});
    toast({ title: t('piecesCancelled') });
    await onDone();
  };

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('cancelPieces')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('cancelPieces')}
        description={t('cancelPiecesLead')}
        actions={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              {tOrders('keep')}
            </Button>
            <Button variant="destructive" busy={busy} onClick={() => void cancel()}>
              {t('cancelPieces')}
            </Button>
          </>
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
      </Dialog>
    </>
  );
}
