import { expect, it } from 'vitest';
import { largestPicture, pictureProblem } from './upload-picture.ts';

it('refuses files that are no pictures or too large before they are sent', () => {
  expect(pictureProblem({ type: 'image/webp', size: largestPicture })).toBeNull();
  expect(pictureProblem({ type: 'image/svg+xml', size: 10 })).toBe('pictureType');
  expect(pictureProblem({ type: 'image/png', size: largestPicture + 1 })).toBe('pictureSize');
});
