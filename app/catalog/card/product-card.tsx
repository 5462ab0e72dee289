import { useState } from 'react';
import { href, Link, useViewTransitionState } from 'react-router';
import { cardTexts } from '#app/i18n/texts/card.ts';
import type { CardProduct } from '#app/product/product.ts';
import { ProductName } from '#app/product/product-name.tsx';
import { shownPrices } from '#app/product/product-price.ts';
import { variantQuery } from '#app/product/variant-address.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { Price } from '#app/ui/price.tsx';
import { WishlistHeart } from '#app/wishlist/wishlist-heart.tsx';
import { MissingPicture } from './missing-picture.tsx';
import { ProductBadges } from './product-badges.tsx';
import { QuickAdd } from './quick-add.tsx';
import { Stars } from './stars.tsx';

/** `sizes` of a card's picture in the common product grid. */
const gridSizes = '(min-width: 80rem) 19rem, (min-width: 48rem) 30vw, 44vw';

/** Largest width of a card's picture, in pixels. */
const widest = 800;

type ProductCardProps = {
  product: CardProduct;
  /** The card is in the first view: loads its picture at once. */
  eager?: boolean;
  sizes?: string;
  /** Morphs into the picture on the product's page; at most one card per product and page. */
  morph?: boolean;
  /** Shows the wishlist heart and **Add to cart**. */
  actions?: boolean;
};

/** A product in a grid or row; the whole card links to its page. */
export function ProductCard(props: ProductCardProps) {
  const { product, eager = false, sizes = gridSizes, morph = false, actions = true } = props;
  const t = cardTexts();
  const { card: layout } = useRootData();
  const [pointed, setPointed] = useState(false);
  const [first, second] = product.images;
  const page = href('/product/:id', { id: product.slug }) + variantQuery(product.variantId);
  const morphing = useViewTransitionState(page) && morph;
  return (
    <article
      onPointerEnter={() => setPointed(true)}
      className={classes('group relative flex h-full flex-col', layout.card)}
    >
      <div className={classes('relative aspect-square overflow-hidden', layout.figure)}>
        {first ? (
          <Picture
            sizes={sizes}
            eager={eager}
            widest={widest}
            src={first}
            alt=""
            morphName={morphing ? `product-${product.id}` : undefined}
            className="size-full object-cover"
          />
        ) : (
          <MissingPicture name={product.name} />
        )}
        {second && pointed ? (
          <div className="absolute inset-0 hidden group-hover:block">
            <Picture sizes={sizes} widest={widest} src={second} alt="" className="size-full object-cover" />
          </div>
        ) : null}
        <ProductBadges product={product} className={classes('absolute', layout.badges)} />
      </div>
      <div className={classes('flex grow flex-col', layout.body)}>
        {product.category ? <p className={layout.category}>{product.category}</p> : null}
        <h3 className={classes('line-clamp-3', layout.name)}>
          <Link to={page} prefetch="intent" viewTransition={morph} className="stretched-link card-link">
            <ProductName name={product.name} />
          </Link>
        </h3>
        <p className={classes('mt-auto flex flex-wrap items-baseline justify-between gap-x-3', layout.price)}>
          <Price {...shownPrices(product)} />
          <Stars rating={product.rating} count={product.reviewCount} />
        </p>
        {product.facts.length > 0 ? (
          <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-soft text-xs">
            {product.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        ) : null}
        {product.colors > 1 ? (
          <p className="mt-1.5 flex items-center gap-1 text-ink-soft text-xs">
            <span className="sr-only">{t('colors', { count: product.colors })}</span>
            {product.swatches.map((background) => (
              <span
                key={background}
                aria-hidden="true"
                style={{ background }}
                className="size-3.5 rounded-full border border-line-strong"
              />
            ))}
            {product.colors > product.swatches.length ? (
              <span aria-hidden="true">+{product.colors - product.swatches.length}</span>
            ) : null}
          </p>
        ) : null}
      </div>
      {actions ? (
        <div className={classes('absolute flex flex-col', layout.actions)}>
          <WishlistHeart productId={product.id} name={product.name} variantId={product.variantId} />
          {product.stock <= 0 ? null : <QuickAdd product={product} />}
        </div>
      ) : null}
    </article>
  );
}
