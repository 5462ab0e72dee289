import { atMost, type Figure } from './figures.ts';
import { get } from './raw-get.ts';
import type { RunningStore } from './running-store.ts';

const KILOBYTE = 1000;
/** What visitors must never download (quality: no backend client, no designer, no charts). */
const forbidden = /supabase-client|konva|recharts/;

/** JavaScript that a page loads before anybody touches it, as sent: every module script and preload of its HTML. */
export async function javascriptFigures(store: RunningStore, product: string): Promise<Figure[]> {
  return [
    atMost('JavaScript of home, brotli', [await kilobytes(store, '/')], 115, 'KB'),
    atMost('JavaScript of shop, brotli', [await kilobytes(store, '/shop')], 115, 'KB'),
    atMost('JavaScript of a product, brotli', [await kilobytes(store, `/product/${product}`)], 125, 'KB'),
  ];
}

async function kilobytes(store: RunningStore, path: string): Promise<number> {
  const { port, host } = store;
  const html = (await get({ port, host, path })).body.toString();
  const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([address]) => address));
  if (scripts.size === 0) throw new Error(`${path} names no scripts`);
  let bytes = 0;
  for (const address of scripts) {
    if (forbidden.test(address)) throw new Error(`${path} loads ${address}`);
    bytes += (await get({ port, host, path: address, headers: { 'accept-encoding': 'br' } })).body.length;
  }
  return bytes / KILOBYTE;
}
