import { get } from './raw-get.ts';
import type { RunningStore } from './running-store.ts';

/** Id of a product that the shop's first page lists. */
export async function someProduct({ port, host }: RunningStore): Promise<string> {
  const { body } = await get({ port, host, path: '/shop' });
  const id = /\/product\/([0-9a-f-]{36})/.exec(body.toString())?.[1];
  if (!id) throw new Error('The shop lists no product');
  return id;
}
