import { brotliKilobytes, javascriptOf } from '../tests/support/built-javascript.ts';
import { atMost, type Figure } from './figures.ts';

/** JavaScript loaded by a page before any interaction, compressed. */
export async function javascriptFigures(): Promise<Figure[]> {
  const of = (route: string) => [brotliKilobytes(javascriptOf(route))];
  return [
    atMost('JavaScript of home, brotli', of('routes/home'), 145, 'KB'),
    atMost('JavaScript of shop, brotli', of('routes/catalog/shop'), 145, 'KB'),
    atMost('JavaScript of a product, brotli', of('routes/catalog/product'), 150, 'KB'),
  ];
}
