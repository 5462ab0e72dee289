import type { CardProduct } from '#app/product/product.ts';
import { ProductCard } from './product-card.tsx';

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
  return (
    <ul className={className}>
      {products.map((product, index) => (
        <li key={product.id} className={eager > 0 && index >= eager ? 'deferred' : undefined}>
          <ProductCard {...{ product, morph, actions, sizes }} eager={index < eager} />
        </li>
      ))}
    </ul>
  );
}
