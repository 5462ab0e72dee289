import type { Brand } from '#app/brands/brand.ts';
import { absoluteUrl, type StorePlace } from '#app/lib/absolute-url.ts';
import type { Product } from '#app/product/product.ts';
import { otherName } from '#app/product/product-options.ts';
import { variantQuery } from '#app/product/variant-address.ts';
import { keysOf, type Variant } from '#app/product/variants.ts';
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

/** The properties by which Google lets variants vary, by kind of option. */
const variedBy = { color: 'color', size: 'size' } as const;

/**
 * The schema.org data of a product page: a Product, or a ProductGroup with a Product per variant
 * (https://developers.google.com/search/docs/appearance/structured-data/product-variants).
 */
export function productData(page: PageOfProduct): Data {
  const { product, variants, brand, place, path, rated } = page;
  const url = absoluteUrl(place, path);
  const pictureOf = (image: string) => new URL(image, place.origin).href;
  const described = {
    name: product.name,
    description: product.description || product.name,
    url,
    image: product.images.map(pictureOf),
    brand: { '@type': 'Brand', name: product.brand || brand.name },
    ...(product.category_id && { category: product.category.name }),
    ...(product.material && { material: product.material }),
    ...(rated && ratingOf(product)),
  };
  const [only] = variants;
  if (variants.length < 2) {
    return {
      '@type': 'Product',
      '@id': `${url}#product`,
      ...described,
      sku: only?.sku || product.id,
      offers: offerOf(page, only?.price ?? product.price, product.stock, url),
    };
  }
  const kinds = (['color', 'size'] as const).filter((kind) => variants.some(({ options }) => options[kind]));
  return {
    '@type': 'ProductGroup',
    '@id': `${url}#product`,
    productGroupID: product.id,
    ...described,
    ...(kinds.length > 0 && { variesBy: kinds.map((kind) => `https://schema.org/${variedBy[kind]}`) }),
    hasVariant: variants.map((variant) => {
      const address = absoluteUrl(place, path + variantQuery(variant.id));
      const { color, size } = variant.options;
      const others = keysOf(variant.options).filter((key) => key !== 'color' && key !== 'size');
      const image = variant.image || product.images[0];
      return {
        '@type': 'Product',
        sku: variant.sku || variant.id,
        name: [product.name, ...keysOf(variant.options).map((key) => variant.options[key])].join(' – '),
        ...(color && { color }),
        ...(size && { size }),
        ...(others.length > 0 && {
          additionalProperty: others.map((key) => ({
            '@type': 'PropertyValue',
            name: otherName(key) ?? key,
            value: variant.options[key],
          })),
        }),
        ...(image && { image: pictureOf(image) }),
        offers: offerOf(page, variant.price ?? product.price, variant.stock, address),
      };
    }),
  };
}

/** The average of the reviews, which Google wants only where there are some. */
function ratingOf({ rating, review_count }: Product): Data | undefined {
  if (rating === null || review_count === 0) return undefined;
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.toFixed(1),
      reviewCount: review_count,
      bestRating: 5,
      worstRating: 1,
    },
  };
}

/** An Offer with its price in pounds, and the store's delivery and returns. */
function offerOf(
  { brand, shipping, returns }: PageOfProduct,
  price: number,
  stock: number,
  url: string,
): Data {
  return {
    '@type': 'Offer',
    url,
    price: price.toFixed(2),
    priceCurrency: brand.currency,
    availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: brand.name },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'EG',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: returns.returnDays,
    },
    shippingDetails: deliveryOf(price, brand.currency, shipping),
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
