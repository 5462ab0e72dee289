import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { presetPicture } from './preset-pictures.ts';

const publicFiles = join(import.meta.dirname, '../../public');
const folder = join(publicFiles, 'brands');

it('the pictures that presets name are served as originals', async () => {
  const named = presets.flatMap(({ design: { pictures } }) => [pictures?.hero, pictures?.story]);
  const paths = named.filter((path) => path !== undefined);
  expect(paths).not.toEqual([]);
  for (const path of paths) {
    const answer = await presetPicture(folder, path.replace('/brands/', ''), 'GET');
    const { width } = await sharp(await answer.arrayBuffer()).metadata();
    expect(width).toBeGreaterThanOrEqual(1600);
    const head = await presetPicture(folder, path.replace('/brands/', ''), 'HEAD');
    expect(head.headers.get('last-modified')).toBe(answer.headers.get('last-modified'));
  }
});

it.each(['meeplehouse/music.mp3', 'meeplehouse/logo.svg', 'meeplehouse', '.hidden.png', 'nowhere/a.png'])(
  'nothing else is: %s',
  async (path) => {
    expect((await presetPicture(folder, path, 'GET')).status).toBe(404);
  },
);
