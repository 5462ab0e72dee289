import { afterEach, expect, it, vi } from 'vitest';
import { largestPicture, largestVideo, pictureProblem, videoProblem } from './upload-picture.ts';

afterEach(() => vi.unstubAllGlobals());

const fileOf = (type: string, size: number) => new Blob([new Uint8Array(size)], { type });

it('rejects files that are not pictures or too large before the upload', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8000, height: 6000, close: () => {} }));
  expect(await pictureProblem(fileOf('image/webp', largestPicture))).toBeNull();
  expect(await pictureProblem(fileOf('image/svg+xml', 10))).toBe('pictureType');
  expect(await pictureProblem(fileOf('image/png', largestPicture + 1))).toBe('pictureSize');
});

it('rejects pictures with more pixels than the server resizes', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 12_000, height: 9_000, close: () => {} }));
  expect(await pictureProblem(fileOf('image/png', 10))).toBe('pictureResolution');
});

it('rejects a file named like a picture that cannot be decoded', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')));
  expect(await pictureProblem(fileOf('image/png', 10))).toBe('pictureUnreadable');
});

it('rejects files that are not videos or too large before the upload', () => {
  expect(videoProblem({ type: 'video/mp4', size: largestVideo })).toBeNull();
  expect(videoProblem({ type: 'video/quicktime', size: 10 })).toBe('videoType');
  expect(videoProblem({ type: 'video/webm', size: largestVideo + 1 })).toBe('videoSize');
});
