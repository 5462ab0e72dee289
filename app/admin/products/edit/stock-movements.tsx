import { useState } from 'react';
import { href, Link } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { useRequest } from '../../ui/use-change.ts';
import { type Movement, movementsPerPage, readMovements } from '../data/read-movements.ts';
import { firstPage, withNewest, withOlder } from '../model/movement-pages.ts';

type StockMovementsProps = {
  productId: string;
  movements: Movement[];
  /** Variant names in the page's language, by their stored names; deleted variants keep theirs. */
  variantNames: ReadonlyMap<string, string>;
};

/** Stock movements of a product, newest first. */
export function StockMovements({ productId, movements, variantNames }: StockMovementsProps) {
  const t = adminProductsTexts();
  const { busy, request } = useRequest();
  const [loaded, setLoaded] = useState(() => firstPage(movements, movementsPerPage));
  const [latest, setLatest] = useState(movements);
  if (latest !== movements) {
    setLatest(movements);
    setLoaded(withNewest(loaded, movements, movementsPerPage));
  }
  const { rows, more } = loaded;
  const hasVariants = rows.some(({ variant }) => variant !== '');

  const readOlder = () => {
    const before = rows.at(-1)?.id;
    return request({
      run: () => readMovements(productId, before),
      onDone: (older) =>
        // A reload may have replaced the list meanwhile.
        setLoaded((current) =>
          current.rows.at(-1)?.id === before ? withOlder(current, older, movementsPerPage) : current,
        ),
      failed: t('movementsFailed'),
    });
  };

  if (rows.length === 0) return <p className="text-ink-soft text-sm">{t('noMovements')}</p>;
  return (
    <div className="grid gap-3">
      <Table caption={t('movements')}>
        <thead>
          <tr>
            <HeadCell>{t('when')}</HeadCell>
            {hasVariants ? <HeadCell>{t('variant')}</HeadCell> : null}
            <HeadCell className="text-end">{t('change')}</HeadCell>
            <HeadCell className="text-end">{t('stock')}</HeadCell>
            <HeadCell>{t('why')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((movement) => (
            <tr key={movement.id}>
              <Cell className="whitespace-nowrap text-ink-soft">{formatDateTime(movement.created_at)}</Cell>
              {hasVariants ? <Cell>{variantNames.get(movement.variant) ?? movement.variant}</Cell> : null}
              <Cell className="text-end font-details font-semibold tabular-nums">
                <bdi dir="ltr">{movement.delta > 0 ? `+${movement.delta}` : `−${-movement.delta}`}</bdi>
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
                {movement.note ? <span className="wrap-anywhere">{`: ${movement.note}`}</span> : null}
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
