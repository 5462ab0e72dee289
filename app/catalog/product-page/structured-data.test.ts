import { describe, expect, it } from 'vitest';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { breadcrumbData, productData } from './structured-data.ts';

const brand = { name: 'Inkthread', currency: 'EGP' };
const place = { tenantId: 'inkthread', origin: 'https://inkthread.example', sharedHost: false };
const page = { brand, place, path: '/product/p1', rated: true };
const row = {
  id: 'p1',
  name: 'Block hoodie',
  description: 'Heavy fleece',
  price: 450.5,
  stock: 3,
  images: ['/a.webp', 'https://cdn.example/b.webp'],
};

describe('structured data', () => {
  it('a product carries what schema.org requires of it and its offer', () => {
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
      },
    });
  });

  it('a rating stands only where somebody rated, and the store shows it', () => {
    const rated = productData({
      ...page,
      product: normaliseProduct({ ...row, rating: 4.25, review_count: 4 }),
    });
    expect(rated.aggregateRating).toMatchObject({ ratingValue: '4.3', reviewCount: 4 });
    const off = productData({
      ...{ ...page, rated: false },
      product: normaliseProduct({ ...row, rating: 4.25, review_count: 4 }),
    });
    expect(off).not.toHaveProperty('aggregateRating');
    expect(productData({ ...page, product: normaliseProduct(row) })).not.toHaveProperty('aggregateRating');
  });

  it('a sold out product says so', () => {
    const data = productData({ ...page, product: normaliseProduct({ ...row, stock: 0 }) });
    expect(data.offers).toMatchObject({ availability: 'https://schema.org/OutOfStock' });
  });

  it('breadcrumbs count from 1 and give every step but the last its address', () => {
    expect(breadcrumbData([{ name: 'Home', path: '/' }, { name: 'Hoodie' }], place)).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://inkthread.example/' },
        { '@type': 'ListItem', position: 2, name: 'Hoodie' },
      ],
    });
  });
});
