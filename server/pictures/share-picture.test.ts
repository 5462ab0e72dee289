import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { sharePictures } from './share-picture.ts';

const publicDir = join(import.meta.dirname, '../../public');
const endpoint = sharePictures((path) => readFile(join(publicDir, path)), pino({ enabled: false }));

it.each(presets.map(({ id }) => id))('draws a JPEG for links to pages of %s', async (id) => {
  const response = await endpoint.request(`/brands/${id}/share.jpg`);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  const picture = await sharp(await response.arrayBuffer()).metadata();
  expect(picture).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});

it('draws a picture again after its logo could not be read', async () => {
  let fails = true;
  const waking = sharePictures(
    (path) => (fails ? Promise.reject(new Error('storage is away')) : readFile(join(publicDir, path))),
    pino({ enabled: false }),
  );
  for (const name of ['share.jpg', 'logo.png']) {
    fails = true;
    expect((await waking.request(`/brands/inkthread/${name}`)).status).toBe(500);
    fails = false;
    expect((await waking.request(`/brands/inkthread/${name}`)).status).toBe(200);
  }
});

it('leaves other URLs alone', async () => {
  for (const path of ['/brands/nobody/share.jpg', '/brands/inkthread/logo.svg'])
    expect((await endpoint.request(path)).status).toBe(404);
});
