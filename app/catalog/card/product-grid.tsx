import { RememberedList } from '#app/shell/remembered.tsx';
import { announcePicture } from '#app/ui/picture.tsx';
import type { CardProduct } from '../product.ts';
import { cardPicture, ProductCard } from './product-card.tsx';

type ProductGridProps = {
  products: CardProduct[];
  /** How many cards stand in the first view. */
  eager?: number;
  morph?: boolean;
  actions?: boolean;
  /** How the cards stand; as many side by side as fit unless said otherwise. With `--deferred-size` where some are eager. */
  className?: string;
  /** How wide their pictures are, as in `img`. */
  sizes?: string;
};

/** Cards side by side. */
export function ProductGrid(props: ProductGridProps) {
  const { products, eager = 0, morph, actions, className = 'product-grid', sizes } = props;
  for (const product of products.slice(0, eager)) {
    const picture = cardPicture(product, sizes);
    if (picture) announcePicture(picture);
  }
  return (
    <ul className={className}>
      <RememberedList items={products} firsts={eager} by={['grid', eager > 0, morph, actions, sizes]}>
        {(product, isFirst) => (
          <li key={product.id} className={eager > 0 && !isFirst ? 'deferred' : undefined}>
            <ProductCard {...{ product, morph, actions, sizes }} eager={isFirst} />
          </li>
        )}
      </RememberedList>
    </ul>
  );
}
