import { describe, expect, it } from 'vitest';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { variantsOf } from '#app/product/variants.ts';
import { breadcrumbData, productData } from './structured-data.ts';

const brand = { name: 'Inkthread', currency: 'EGP' };
const place = {
  tenantId: 'inkthread',
  origin: 'https://inkthread.example',
  language: 'en' as const,
  sharedHost: false,
};
const shipping = {
  freeShippingThreshold: 500,
  defaultShippingFee: 30,
  expressShippingFee: 60,
  standardDaysFrom: 2,
  standardDaysTo: 4,
  expressDaysFrom: null,
  expressDaysTo: null,
};
const page = {
  brand,
  place,
  path: '/product/p1',
  rated: true,
  variants: [],
  shipping,
  returns: { returnDays: 14 },
};
const row = {
  id: 'p1',
  name: 'Block hoodie',
  description: 'Heavy fleece',
  price: 450.5,
  stock: 3,
  images: ['/a.webp', 'https://cdn.example/b.webp'],
};

describe('structured data', () => {
  it('a product has what schema.org requires of it and its offer', () => {
    expect(productData({ ...page, product: normaliseProduct(row) })).toMatchObject({
      '@type': 'Product',
      name: 'Block hoodie',
      description: 'Heavy fleece',
      image: ['https://inkthread.example/a.webp', 'https://cdn.example/b.webp'],
      brand: { '@type': 'Brand', name: 'Inkthread' },
      offers: {
        '@type': 'Offer',
        price: '450.50',
        priceCurrency: 'EGP',
        availability: 'https://schema.org/InStock',
        url: 'https://inkthread.example/product/p1',
        hasMerchantReturnPolicy: { merchantReturnDays: 14 },
      },
    });
  });

  it('a rating appears only if somebody rated, and the store shows reviews', () => {
    const rated = productData({
      ...page,
      product: normaliseProduct({ ...row, rating: 4.25, review_count: 4 }),
    });
    expect(rated.aggregateRating).toMatchObject({ ratingValue: '4.3', reviewCount: 4 });
    const off = productData({
      ...page,
      rated: false,
      product: normaliseProduct({ ...row, rating: 4.25, review_count: 4 }),
    });
    expect(off).not.toHaveProperty('aggregateRating');
    expect(productData({ ...page, product: normaliseProduct(row) })).not.toHaveProperty('aggregateRating');
  });

  it('a sold-out product is marked as such', () => {
    const data = productData({ ...page, product: normaliseProduct({ ...row, stock: 0 }) });
    expect(data.offers).toMatchObject({ availability: 'https://schema.org/OutOfStock' });
  });

  it('a product in variants is a group of products, each with its options, price, stock, SKU and URL', () => {
    const sizes = {
      ...row,
      product_options: [
        { position: 1, kind: 'size', name: 'Size', values: ['S', 'M', 'L'] },
        { position: 2, name: 'Fit', values: ['Wide'] },
      ],
      product_variants: [
        { id: 's', option1: 'S', stock: 0, price: 90 },
        { id: 'm', option1: 'M', option2: 'Wide', stock: 2, sku: 'HOOD-M', image: '/m.webp' },
        { id: 'l', option1: 'L', stock: 3, price: 480 },
      ],
    };
    const data = productData({ ...page, product: normaliseProduct(sizes), variants: variantsOf(sizes) });
    expect(data).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'p1',
      variesBy: ['https://schema.org/size'],
      hasVariant: [
        {
          sku: 's',
          size: 'S',
          image: 'https://inkthread.example/a.webp',
          offers: { price: '90.00', availability: 'https://schema.org/OutOfStock' },
        },
        {
          '@type': 'Product',
          name: 'Block hoodie – M – Wide',
          sku: 'HOOD-M',
          size: 'M',
          additionalProperty: [{ '@type': 'PropertyValue', name: 'Fit', value: 'Wide' }],
          image: 'https://inkthread.example/m.webp',
          offers: {
            '@type': 'Offer',
            price: '450.50',
            priceCurrency: 'EGP',
            availability: 'https://schema.org/InStock',
            url: 'https://inkthread.example/product/p1?variant=m',
            hasMerchantReturnPolicy: { merchantReturnDays: 14 },
            shippingDetails: { shippingRate: { value: 30 } },
          },
        },
        { sku: 'l', size: 'L', offers: { price: '480.00', availability: 'https://schema.org/InStock' } },
      ],
    });
    expect(data).not.toHaveProperty('offers');
  });

  it('a variant has its own URL on a host shared by all stores', () => {
    const sizes = {
      ...row,
      product_options: [{ name: 'Size', position: 1, values: ['M', 'L'] }],
      product_variants: ['M', 'L'].map((size, position) => ({
        id: size.toLowerCase(),
        position,
        option1: size,
        stock: 1,
      })),
    };
    const data = productData({
      ...page,
      place: { ...place, origin: 'https://shops.example', language: 'en' as const, sharedHost: true },
      product: normaliseProduct(sizes),
      variants: variantsOf(sizes),
    });
    const { hasVariant } = data as { hasVariant: { offers: { url: string } }[] };
    expect(hasVariant.map(({ offers }) => new URL(offers.url).search)).toEqual([
      `?variant=m&tenant=${place.tenantId}`,
      `?variant=l&tenant=${place.tenantId}`,
    ]);
  });

  it('a product with one variant has one offer, with the SKU and price of the variant', () => {
    const cap = { ...row, product_variants: [{ id: 'v', stock: 3, sku: 'CAP-1', price: '99' }] };
    const data = productData({ ...page, product: normaliseProduct(cap), variants: variantsOf(cap) });
    expect(data).toMatchObject({ sku: 'CAP-1', offers: { '@type': 'Offer', price: '99.00' } });
  });

  it('an offer gives delivery cost and time, as far as the store promises them', () => {
    const delivery = (price: number, changes = {}) => {
      const { offers } = productData({
        ...page,
        shipping: { ...shipping, ...changes },
        product: normaliseProduct({ ...row, price }),
      });
      return (offers as { shippingDetails: unknown }).shippingDetails;
    };
    const days = (minValue: number, maxValue: number) => ({
      ...{ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' },
    });
    const costs = {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: 30, currency: 'EGP' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'EG' },
    };
    expect(delivery(450)).toEqual({
      ...costs,
      deliveryTime: { '@type': 'ShippingDeliveryTime', handlingTime: days(0, 0), transitTime: days(2, 4) },
    });
    expect(delivery(500)).toMatchObject({ shippingRate: { value: 0 } });
    expect(delivery(450, { standardDaysTo: null })).toEqual(costs);
  });

  it('breadcrumbs count from 1 and give every step but the last its URL', () => {
    expect(breadcrumbData([{ name: 'Home', path: '/' }, { name: 'Hoodie' }], place)).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://inkthread.example/' },
        { '@type': 'ListItem', position: 2, name: 'Hoodie' },
      ],
    });
  });
});
