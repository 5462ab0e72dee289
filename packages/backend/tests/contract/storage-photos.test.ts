import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { noisyPng } from '../support/storage-fixtures.ts';

let backend: TestBackend;
let photo: Uint8Array<ArrayBuffer>;
const bucket = () => backend.client({ key: backend.secretKey }).storage.from('photos');

beforeAll(async () => {
  backend = await startTestBackend({ storage: { stripPhotoMetadata: true } });
  await backend.client({ key: backend.secretKey }).storage.createBucket('photos', { public: true });
  const taken = sharp(await noisyPng(60, 30))
    .withExif({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 3/1 0/1' } })
    .withMetadata({ orientation: 6 });
  photo = Uint8Array.from(await taken.jpeg().toBuffer());
});
afterAll(() => backend.close());

async function stored(name: string) {
  const { data, error } = await bucket().download(name);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

it('removes place and camera from a photo before anybody can read it, and keeps it upright', async () => {
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('PhoneMaker');
  const { error } = await bucket().upload('street.jpg', photo, { contentType: 'image/jpeg' });
  expect(error).toBeNull();
  const bytes = await stored('street.jpg');
  expect(bytes.toString('latin1')).not.toContain('PhoneMaker');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 30, height: 60 });
  const { data: info } = await bucket().info('street.jpg');
  expect(info?.size).toBe(bytes.length);
});

it('keeps files without such metadata, and other files, byte for byte', async () => {
  const plain = Uint8Array.from(await sharp(photo).jpeg().toBuffer());
  await bucket().upload('plain.jpg', plain, { contentType: 'image/jpeg' });
  expect(await stored('plain.jpg')).toEqual(Buffer.from(plain));
  await bucket().upload('broken.jpg', photo.subarray(0, 90), { contentType: 'image/jpeg' });
  expect(await stored('broken.jpg')).toEqual(Buffer.from(photo.subarray(0, 90)));
});
