import type { CardProduct } from '../product.ts';
import { ProductCard } from './product-card.tsx';

type ProductGridProps = {
  products: CardProduct[];
  /** How many cards stand in the first view. */
  eager?: number;
  morph?: boolean;
  actions?: boolean;
};

/** Cards side by side, as many as fit. */
export function ProductGrid({ products, eager = 0, morph, actions }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li
          key={product.id}
          className={eager > 0 && index >= eager ? 'deferred [--deferred-size:20rem]' : undefined}
        >
          <ProductCard product={product} eager={index < eager} morph={morph} actions={actions} />
        </li>
      ))}
    </ul>
  );
}
