import type { Brand } from '#app/brands/brand.ts';
import { absoluteUrl, type StorePlace } from '#app/lib/absolute-url.ts';
import type { Product } from '#app/product/product.ts';
import { variantQuery } from '#app/product/variant-address.ts';
import { buyable, type Variant } from '#app/product/variants.ts';
import { generalDelivery } from '#app/shipping/general-delivery.ts';
import type { PublicSettings } from '#app/store/public-settings.ts';

type Data = Record<string, unknown>;

interface PageOfProduct {
  product: Product;
  variants: readonly Variant[];
  brand: Pick<Brand, 'name' | 'currency'>;
  place: StorePlace;
  /** Path of the product's page. */
  path: string;
  /** Whether the store shows reviews. A rating needs them. */
  rated: boolean;
  /** The store's delivery costs outside its zones. */
  shipping: PublicSettings['shipping'];
  returns: Pick<PublicSettings['returns'], 'returnDays'>;
}

/** schema.org Product with its offers and, if there are reviews, its rating. */
export function productData({
  product,
  variants,
  brand,
  place,
  path,
  rated,
  shipping,
  returns,
}: PageOfProduct): Data {
  const addressOf = (variantId?: string) => absoluteUrl(place, path + variantQuery(variantId));
  const url = addressOf();
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.name,
    description: product.description || product.name,
    sku: (variants.length === 1 && variants[0]?.sku) || product.id,
    url,
    image: product.images.map((image) => new URL(image, place.origin).href),
    brand: { '@type': 'Brand', name: product.brand || brand.name },
    ...(product.category_id && { category: product.category.name }),
    ...(product.material && { material: product.material }),
    offers: offersOf({ product, variants, brand, shipping, returns }, addressOf),
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

/** One Offer, or an AggregateOffer with an Offer for each variant. */
function offersOf(
  {
    product,
    variants,
    brand,
    shipping,
    returns,
  }: Pick<PageOfProduct, 'product' | 'variants' | 'brand' | 'shipping' | 'returns'>,
  /** URL of the product's page, or of one of its variants. */
  addressOf: (variantId?: string) => string,
): Data {
  const url = addressOf();
  const common = {
    priceCurrency: brand.currency,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: brand.name },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'EG',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: returns.returnDays,
    },
  };
  const offer = (price: number, stock: number) => ({
    price: price.toFixed(2),
    availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
  });
  if (variants.length < 2) {
    const price = variants[0]?.price ?? product.price;
    const shippingDetails = deliveryOf(price, brand.currency, shipping);
    return { '@type': 'Offer', url, ...offer(price, product.stock), ...common, shippingDetails };
  }
  const prices = buyable(variants).map(({ price }) => price ?? product.price);
  return {
    '@type': 'AggregateOffer',
    url,
    lowPrice: Math.min(...prices).toFixed(2),
    highPrice: Math.max(...prices).toFixed(2),
    offerCount: variants.length,
    availability: offer(0, product.stock).availability,
    ...common,
    shippingDetails: deliveryOf(Math.min(...prices), brand.currency, shipping),
    offers: variants.map(({ id, sku, options, price, stock }) => ({
      '@type': 'Offer',
      name: Object.values(options).filter(Boolean).join(' / '),
      sku: sku || id,
      url: addressOf(id),
      priceCurrency: brand.currency,
      ...offer(price ?? product.price, stock),
    })),
  };
}

/**
 * The usual cost of standard delivery, as an OfferShippingDetails. All days until arrival count as transit: the store
 * promises only the total (https://developers.google.com/search/docs/appearance/structured-data/merchant-listing).
 */
function deliveryOf(price: number, currency: string, shipping: PublicSettings['shipping']): Data {
  const [{ fee, days_from: from, days_to: to }] = generalDelivery(shipping, price);
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  });
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: fee,
      currency,
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'EG' },
    ...(to !== null && {
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: days(0, 0),
        transitTime: days(from ?? to, to),
      },
    }),
  };
}

/** schema.org BreadcrumbList; the last step is the page itself and needs no path. */
export function breadcrumbData(steps: { name: string; path?: string }[], place: StorePlace): Data {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path && { item: absoluteUrl(place, path) }),
    })),
  };
}
