import { useState } from 'react';
import { href, Link } from 'react-router';
import { formatDateTime } from '#app/lib/dates.ts';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import { type Movement, movementsPerPage, readMovements } from './read-movements.ts';

type StockMovementsProps = { productId: string; movements: Movement[] };

/** How a product's stock came to be what it is, newest first. */
export function StockMovements({ productId, movements }: StockMovementsProps) {
  const t = useWords(productsWords);
  const [older, setOlder] = useState<Movement[]>([]);
  const [more, setMore] = useState(movements.length > movementsPerPage);
  const [busy, setBusy] = useState(false);
  const newest = movements.slice(0, movementsPerPage);
  const oldest = newest.at(-1)?.id ?? 0;
  // Reading the page again brings newer ones, which push others over to those read before.
  const shown = [...newest, ...older.filter(({ id }) => id < oldest)];

  const readOlder = async () => {
    setBusy(true);
    try {
      const next = await readMovements(productId, shown.at(-1)?.id);
      setOlder([...older, ...next.slice(0, movementsPerPage)]);
      setMore(next.length > movementsPerPage);
    } catch (error) {
      toast({ title: t('movementsFailed'), description: refusalOf(error), variant: 'destructive' });
    }
    setBusy(false);
  };

  if (shown.length === 0) return <p className="text-ink-soft text-sm">{t('noMovements')}</p>;
  return (
    <div className="grid gap-3">
      <Table caption={t('movements')}>
        <thead>
          <tr>
            <HeadCell>{t('when')}</HeadCell>
            <HeadCell className="text-end">{t('change')}</HeadCell>
            <HeadCell className="text-end">{t('stock')}</HeadCell>
            <HeadCell>{t('why')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map((movement) => (
            <tr key={movement.id}>
              <Cell className="whitespace-nowrap text-ink-soft">{formatDateTime(movement.created_at)}</Cell>
              <Cell className="text-end font-details font-semibold tabular-nums">
                {movement.delta > 0 ? `+${movement.delta}` : `−${-movement.delta}`}
              </Cell>
              <Cell className="text-end font-details tabular-nums">{movement.stock_after}</Cell>
              <Cell>
                {t(`reason_${movement.reason}`)}
                {movement.order ? (
                  <>
                    {' '}
                    <Link
                      to={`${href('/admin/orders')}?order=${movement.order.id}`}
                      className="text-link underline"
                    >
                      {movement.order.number}
                    </Link>
                  </>
                ) : null}
                {movement.note ? `: ${movement.note}` : null}
                {movement.person ? <span className="text-ink-soft"> · {movement.person}</span> : null}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {more ? (
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          onClick={() => void readOlder()}
          className="justify-self-start"
        >
          {t('olderMovements')}
        </Button>
      ) : null}
    </div>
  );
}
