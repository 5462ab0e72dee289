import { expect, it } from 'vitest';
import { largestPicture, largestVideo, pictureProblem, videoProblem } from './upload-picture.ts';

it('refuses files that are no pictures or too large before they are sent', () => {
  expect(pictureProblem({ type: 'image/webp', size: largestPicture })).toBeNull();
  expect(pictureProblem({ type: 'image/svg+xml', size: 10 })).toBe('pictureType');
  expect(pictureProblem({ type: 'image/png', size: largestPicture + 1 })).toBe('pictureSize');
});

it('refuses files that are no videos or too large before they are sent', () => {
  expect(videoProblem({ type: 'video/mp4', size: largestVideo })).toBeNull();
  expect(videoProblem({ type: 'video/quicktime', size: 10 })).toBe('videoType');
  expect(videoProblem({ type: 'video/webm', size: largestVideo + 1 })).toBe('videoSize');
});
