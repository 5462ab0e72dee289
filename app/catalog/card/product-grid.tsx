import type { CardProduct } from '#app/product/product.ts';
import { ProductCard } from './product-card.tsx';

type ProductGridProps = {
  products: CardProduct[];
  /** Number of cards in the first view. */
  eager?: number;
  morph?: boolean;
  actions?: boolean;
  /** Grid columns; by default as many as fit. */
  className?: string;
  /** `sizes` of the cards' pictures. */
  sizes?: string;
};

/** Lays out all cards at once: scroll restoration needs their real heights. */
export function ProductGrid(props: ProductGridProps) {
  const { products, eager = 0, morph, actions, className = 'product-grid', sizes } = props;
  return (
    <ul className={className}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            morph={morph}
            actions={actions}
            sizes={sizes}
            eager={index < eager}
          />
        </li>
      ))}
    </ul>
  );
}
