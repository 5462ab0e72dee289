import type { Brand } from '#app/brands/brand.ts';
import { pageAddress, type StorePlace } from '#app/lib/page-address.ts';
import type { Product } from '#app/product/product.ts';

type Data = Record<string, unknown>;

interface PageOfProduct {
  product: Product;
  brand: Pick<Brand, 'name' | 'currency'>;
  place: StorePlace;
  /** Path of the product's page. */
  path: string;
  /** Whether the store shows reviews, without which a rating has no ground. */
  rated: boolean;
}

/** schema.org's Product with its offer and, where there are reviews, its rating. */
export function productData({ product, brand, place, path, rated }: PageOfProduct): Data {
  const url = pageAddress(place, path);
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.name,
    description: product.description || product.name,
    sku: product.id,
    url,
    image: product.images.map((image) => new URL(image, place.origin).href),
    brand: { '@type': 'Brand', name: product.brand || brand.name },
    ...(product.category_id && { category: product.category.name }),
    ...(product.material && { material: product.material }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price.toFixed(2),
      priceCurrency: brand.currency,
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: brand.name },
    },
    ...(rated &&
      product.rating !== null &&
      product.review_count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: product.rating.toFixed(1),
          reviewCount: product.review_count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
  };
}

/** schema.org's BreadcrumbList; the last step is the page itself and needs no address. */
export function breadcrumbData(steps: { name: string; path?: string }[], place: StorePlace): Data {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path && { item: pageAddress(place, path) }),
    })),
  };
}
