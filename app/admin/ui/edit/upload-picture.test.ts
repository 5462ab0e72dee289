import { afterEach, expect, it, vi } from 'vitest';
import { largestPicture, largestVideo, pictureProblem, videoProblem } from './upload-picture.ts';

afterEach(() => vi.unstubAllGlobals());

const fileOf = (type: string, size: number) => new Blob([new Uint8Array(size)], { type });

it('refuses files that are no pictures or too large before they are sent', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8000, height: 6000, close: () => {} }));
  expect(await pictureProblem(fileOf('image/webp', largestPicture))).toBeNull();
  expect(await pictureProblem(fileOf('image/svg+xml', 10))).toBe('pictureType');
  expect(await pictureProblem(fileOf('image/png', largestPicture + 1))).toBe('pictureSize');
});

it('refuses pictures of more pixels than the server resizes', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 12_000, height: 9_000, close: () => {} }));
  expect(await pictureProblem(fileOf('image/png', 10))).toBe('pictureResolution');
});

it('refuses a file that is named like a picture and cannot be decoded', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')));
  expect(await pictureProblem(fileOf('image/png', 10))).toBe('pictureUnreadable');
});

it('refuses files that are no videos or too large before they are sent', () => {
  expect(videoProblem({ type: 'video/mp4', size: largestVideo })).toBeNull();
  expect(videoProblem({ type: 'video/quicktime', size: 10 })).toBe('videoType');
  expect(videoProblem({ type: 'video/webm', size: largestVideo + 1 })).toBe('videoSize');
});
