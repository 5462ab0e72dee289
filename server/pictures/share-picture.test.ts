import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brands } from '../../app/brands/brands.ts';
import { sharePictures } from './share-picture.ts';

const handle = sharePictures(join(import.meta.dirname, '../../public'));
const server = createServer(async (request, response) => {
  if ((await handle(request, response)) === false) response.writeHead(404).end();
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each(brands.map(({ id }) => id))('draws a JPEG for links to pages of %s', async (id) => {
  const response = await fetch(`${origin}/brands/${id}/share.jpg`);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  const picture = await sharp(await response.arrayBuffer()).metadata();
  expect(picture).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});

it('leaves other addresses alone', async () => {
  for (const path of ['/brands/nobody/share.jpg', '/brands/inkthread/logo.svg'])
    expect((await fetch(origin + path)).status).toBe(404);
});
