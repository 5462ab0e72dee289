import { Trash2 } from 'lucide-react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { cartTexts } from '#app/i18n/texts/cart.ts';
import { toPiastres } from '#app/lib/money.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { ProductName } from '#app/product/product-name.tsx';
import { variantQuery } from '#app/product/variant-address.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { Price } from '#app/ui/price.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { removeLine, setQuantity } from './cart-actions.ts';
import { type CartLine, isOwnGarment, lineIdentity, roomFor } from './cart-line.ts';
import { LineOptions } from './line-options.tsx';

/** URL of the designer with a line's design. */
function designPage(line: CartLine, design: string): string {
  const product = isOwnGarment(line) ? null : { product: line.product.id };
  const search = new URLSearchParams({ ...product, design, line: lineIdentity(line) });
  return `${href('/customize')}?${search}`;
}

interface CartLineRowProps {
  line: CartLine;
  lines: readonly CartLine[];
  /** What offers take off the line, in piastres. */
  offered: number;
}

/** A cart line: picture, options, quantity and **Remove**. */
export function CartLineRow({ line, lines, offered }: CartLineRowProps) {
  const t = cartTexts();
  const { currency } = useBrand();
  const { cart: layout } = useShoppingLook();
  const { product, quantity } = line;
  const price = toPiastres(product.price);
  const page = line.customizationId
    ? designPage(line, line.customizationId)
    : href('/product/:id', { id: product.id }) + variantQuery(line.variantId);
  return (
    <li
      className={classes(
        'grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-3 sm:grid-cols-[7rem_1fr_auto]',
        layout.line,
      )}
    >
      <Link to={page} tabIndex={-1} aria-hidden="true" className="row-span-2 sm:row-span-1">
        <Picture
          src={product.images[0] ?? ''}
          alt=""
          width={112}
          height={112}
          sizes="7rem"
          className="aspect-square w-full rounded-picture object-cover"
        />
      </Link>
      <div className="grid content-start gap-1">
        <Link to={page} className="font-semibold hover:underline">
          <ProductName name={product.name} />
        </Link>
        <LineOptions line={line} />
        {line.customizationId ? (
          <TextLink
            to={page}
            aria-label={t('editDesignOf', { name: product.name })}
            className="flex min-h-11 w-max items-center text-sm md:min-h-8"
          >
            {t('editDesign')}
          </TextLink>
        ) : null}
        <p className="text-ink-soft text-sm">{t('each', { price: formatMoney(price, currency) })}</p>
      </div>
      <div className="col-start-2 flex flex-wrap items-center justify-between gap-3 sm:col-start-3 sm:flex-col sm:items-end">
        <div data-amount className="font-details font-semibold tabular-nums sm:order-first">
          <Price piastres={price * quantity - offered} originalPiastres={price * quantity} />
        </div>
        <div className="flex items-center gap-1">
          <QuantityStepper
            value={quantity}
            max={Math.max(quantity, roomFor(lines, line))}
            onChange={(quantity) => setQuantity(line, quantity)}
            label={t('quantityOf', { name: product.name })}
          />
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('removeNamed', { name: product.name })}
            title={t('remove')}
            onClick={() => removeLine(line)}
          >
            <Trash2 className="size-5" />
          </Button>
        </div>
      </div>
    </li>
  );
}
