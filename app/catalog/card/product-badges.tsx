import { cardTexts } from '#app/i18n/texts/card.ts';
import type { CardProduct } from '#app/product/product.ts';
import { availability, discountPercent } from '#app/product/product-price.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';

type ProductBadgesProps = {
  product: Pick<CardProduct, 'price' | 'originalPrice' | 'discount' | 'stock' | 'isNew'>;
  className?: string;
};

/** Badges: discount, new, sold out. */
export function ProductBadges({ product, className }: ProductBadgesProps) {
  const t = cardTexts();
  const percent = discountPercent(product);
  const soldOut = availability(product.stock) === 'sold-out';
  if (!soldOut && percent === 0 && !product.isNew) return null;
  return (
    <div className={classes('pointer-events-none flex flex-col items-start gap-1.5', className)}>
      {soldOut ? <Badge>{t('soldOut')}</Badge> : null}
      {percent > 0 ? (
        <Badge tone="brand">
          <span aria-hidden="true">{t('percentOff', { percent })}</span>
          <span className="sr-only">{t('percentOffLabel', { percent })}</span>
        </Badge>
      ) : null}
      {product.isNew ? <Badge tone="tint">{t('newBadge')}</Badge> : null}
    </div>
  );
}
