import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeBrandFile } from './brand-file.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#006655' } });
const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100">${inner}</svg>`);
const problem = (name: string) => expect.objectContaining({ problem: name });

describe('a logo', () => {
  it('of 4,000 pixels is stored as small as pages and papers need it', async () => {
    const { type, size, bytes } = await makeBrandFile('logo', await plain(4000, 1000).png().toBuffer());
    expect({ type, size }).toEqual({ type: 'image/webp', size: { width: 960, height: 240 } });
    expect(bytes.length).toBeLessThan(20_000);
  });

  it('that is small is not enlarged', async () => {
    const { size } = await makeBrandFile('logo', await plain(40, 20).jpeg().toBuffer());
    expect(size).toEqual({ width: 40, height: 20 });
  });

  it('that is an SVG knows its shape', async () => {
    const { type, size } = await makeBrandFile('logo', svg('<rect width="400" height="100"/>'));
    expect({ type, size }).toEqual({ type: 'image/svg+xml', size: { width: 960, height: 240 } });
  });

  it('that moves is refused', async () => {
    const frames = [await plain(10, 10).png().toBuffer(), await plain(10, 10).negate().png().toBuffer()];
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    await expect(makeBrandFile('logo', moving)).rejects.toEqual(problem('animated'));
    const still = await plain(10, 10).png().toBuffer();
    const control = Buffer.from('\0\0\0\bacTL\0\0\0\x02\0\0\0\0\xf3\x8d\x93\x70', 'latin1');
    const animated = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
    await expect(makeBrandFile('logo', animated)).rejects.toEqual(problem('animated'));
  });

  it.each([
    ['a text', Buffer.from('my logo')],
    ['a page', Buffer.from('<html><body>my logo</body></html>')],
    ['a drawing in no alphabet', Buffer.concat([Buffer.from('<svg>'), Buffer.from([0xff, 0xfe, 0xff])])],
    ['half a picture', Buffer.from('\x89PNG\r\n\x1a\n half', 'latin1')],
  ])('that is %s is refused', async (_what, bytes) => {
    await expect(makeBrandFile('logo', bytes)).rejects.toEqual(problem('notPicture'));
  });

  it('that is a huge SVG is refused', async () => {
    await expect(makeBrandFile('logo', svg(' '.repeat(600_000)))).rejects.toEqual(problem('tooLarge'));
  });

  it('that copies itself until nobody can draw it is refused', async () => {
    const doubled = Array.from(
      { length: 40 },
      (_, level) => `<g id="l${level + 1}"><use href="#l${level}"/><use href="#l${level}"/></g>`,
    );
    const bomb = svg(`<rect id="l0" width="1" height="1"/>${doubled.join('')}`);
    await expect(makeBrandFile('logo', bomb)).rejects.toEqual(problem('svgComplex'));
  });
});

it('an icon is a square PNG', async () => {
  const { type, size } = await makeBrandFile('icon', await plain(800, 400).webp().toBuffer());
  expect({ type, size }).toEqual({ type: 'image/png', size: { width: 512, height: 512 } });
});

describe('music', () => {
  it('is an MP3, kept as it is', async () => {
    const bytes = Buffer.concat([Buffer.from('ID3\x04', 'latin1'), Buffer.alloc(100)]);
    expect(await makeBrandFile('music', bytes)).toEqual({ bytes, type: 'audio/mpeg' });
  });

  it('that is something else, or very long, is refused', async () => {
    await expect(makeBrandFile('music', Buffer.from('<svg/>'))).rejects.toEqual(problem('notMusic'));
    const long = Buffer.concat([Buffer.from('ID3\x04', 'latin1'), Buffer.alloc(6 * 1024 * 1024)]);
    await expect(makeBrandFile('music', long)).rejects.toEqual(problem('tooLarge'));
  });
});
