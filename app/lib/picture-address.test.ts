import { describe, expect, it } from 'vitest';
import { pictureSource, servedPath } from './picture-address.ts';

describe('pictures', () => {
  it.each([
    [
      '/storage/v1/object/public/product-images/inkthread/a.webp',
      '/pictures/product-images/inkthread/a.webp',
    ],
    [
      'https://x.supabase.co/storage/v1/object/public/banners/b/c%20d.png?t=1',
      '/pictures/banners/b/c%20d.png',
    ],
    ['/brands/meeplehouse/table.avif', '/pictures/brands/meeplehouse/table.avif'],
  ])('in storage, and those of presets, are served by the store: %s', (address, path) => {
    expect(servedPath(address)).toBe(path);
  });

  it('that are drawn stay files', () => {
    expect(servedPath('/brands/meeplehouse/logo.svg')).toBeUndefined();
  });

  it('elsewhere are shown as they are', () => {
    expect(pictureSource('https://cdn.example/a.jpg')).toEqual({ src: 'https://cdn.example/a.jpg' });
  });

  it('come in the widths that a layout needs', () => {
    const { src, srcSet } = pictureSource('/storage/v1/object/public/p/a.webp', 320);
    expect(srcSet).toBe(
      '96 160 240 320'
        .split(' ')
        .map((w) => `/pictures/p/a.webp?w=${w} ${w}w`)
        .join(', '),
    );
    expect(src).toBe('/pictures/p/a.webp?w=160');
    const widths = pictureSource('/storage/v1/object/public/p/a.webp', 800).srcSet?.match(/\d+(?=w)/g);
    expect(widths).toEqual(['240', '320', '480', '640', '800']);
  });
});
