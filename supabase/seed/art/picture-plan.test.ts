import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePicture, type PictureJob } from './picture-plan.ts';

const JOBS: readonly (readonly [string, PictureJob])[] = [
  ['a garment', { kind: 'product', store: 0, shelf: 0, product: 1, shot: 0 }],
  ['a print from near', { kind: 'product', store: 3, shelf: 0, product: 0, shot: 1 }],
  ['a game box', { kind: 'product', store: 1, shelf: 0, product: 0, shot: 0 }],
  ['a game on the table', { kind: 'product', store: 1, shelf: 1, product: 2, shot: 1 }],
  ['a phone case', { kind: 'product', store: 2, shelf: 4, product: 0, shot: 0 }],
  ['a category', { kind: 'category', store: 4, shelf: 2 }],
  ['a banner', { kind: 'banner', store: 1, banner: 0 }],
];

describe('pictures of the demo catalogue', () => {
  it.each(JOBS)('draws %s the same each time, as a JPEG with something on it', async (_, job) => {
    const [picture, again] = await Promise.all([makePicture(job), makePicture(job)]);
    expect(again.equals(picture)).toBe(true);
    const image = sharp(picture);
    const { format, width, height, hasAlpha } = await image.metadata();
    expect(format).toBe('jpeg');
    expect(hasAlpha).toBe(false);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(600);
    const { channels } = await image.stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
  });

  it('refuses a picture that the catalogue does not name', async () => {
    await expect(makePicture({ kind: 'category', store: 9, shelf: 0 })).rejects.toThrow(/No such picture/);
    await expect(makePicture({ kind: 'banner', store: 0, banner: 99 })).rejects.toThrow(/No such picture/);
  });
});
