import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { LinePicture } from '#app/designer/private-picture.tsx';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { optionsText, optionValues } from '#app/lib/options-text.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { OptionChip } from '#app/product/option-chip.tsx';
import { ProductName } from '#app/product/product-name.tsx';
import { variantQuery } from '#app/product/variant-address.ts';
import { useShownValue } from '#app/store/root-data.ts';
import { piecesOf } from './line-pieces.ts';
import type { OrderLine } from './read-orders.ts';

type OrderLinesProps = {
  lines: readonly OrderLine[];
  /** Link of a product's name; by default to its page in the store. */
  productAt?: (id: string, variantId: string | null) => string;
  /** Shows options as chips, for picking. */
  chips?: boolean;
};

const productPath = (id: string, variantId: string | null) =>
  href('/product/:id', { id }) + variantQuery(variantId);

/** The lines of an order, as sold. */
export function OrderLines({ lines, productAt = productPath, chips = false }: OrderLinesProps) {
  const t = ordersTexts();
  const shown = useShownValue();
  const { currency } = useBrand();
  return (
    <section aria-labelledby="order-items">
      <h2 id="order-items" className="mb-2 text-heading">
        {t('items')}
      </h2>
      <ul className="border-t">
        {lines.map((line) => (
          <li
            key={line.id}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-4 border-b py-4"
          >
            <LinePicture
              image={line.image}
              alt=""
              size={72}
              className="aspect-square w-full rounded-picture object-cover"
            />
            <div className="wrap-anywhere grid gap-0.5">
              {line.product_id ? (
                <Link
                  to={productAt(line.product_id, line.variant_id)}
                  className="font-semibold hover:underline"
                >
                  <ProductName name={line.name} />
                </Link>
              ) : (
                <p className="font-semibold">
                  <ProductName name={line.name} />
                </p>
              )}
              {chips ? (
                <p className="flex flex-wrap gap-1.5 py-1 empty:hidden">
                  {optionValues(line, soldWord(line, shown)).map(({ value, name, color }) => (
                    <OptionChip key={`${color} ${value}`} value={value} name={name} color={color} />
                  ))}
                </p>
              ) : (
                <p className="text-ink-soft text-sm">
                  {optionsText(line, line.has_design ? t('customized') : '', soldWord(line, shown))}
                </p>
              )}
              <p className="text-ink-soft text-sm">
                {t('quantity', {
                  count: line.quantity,
                  price: formatPounds(line.unit_price, currency),
                })}
              </p>
              <Pieces line={line} />
            </div>
            <p className="whitespace-nowrap font-details font-semibold tabular-nums">
              {formatPounds(line.total, currency)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pieces({ line }: { line: OrderLine }) {
  const t = afterSaleTexts();
  const pieces = piecesOf(line);
  return (
    <>
      {line.edit_id ? <p className="text-ink-soft text-sm">{t('addedLater')}</p> : null}
      {pieces.length > 0 ? (
        <p className="font-medium text-sm">
          {pieces.map(({ kind, count }) => t(`pieces_${kind}`, { count })).join(' · ')}
        </p>
      ) : null}
    </>
  );
}
