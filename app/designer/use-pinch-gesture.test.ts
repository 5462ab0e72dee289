import { describe, expect, it } from 'vitest';
import { pinchOf } from '#app/lib/pinch-gesture.ts';
import { newImage, newText } from './design-edits.ts';
import { applyPinch } from './use-pinch-gesture.ts';

const finger = (clientX: number, clientY: number) => ({ clientX, clientY });
const picture = { source: 'local:1', name: 'a.png', pixelWidth: 1200, pixelHeight: 600 };

describe('two fingers', () => {
  const from = pinchOf(finger(100, 100), finger(200, 100));

  it('zoom by moving apart, and rotate by turning', () => {
    const text = { ...newText('t', 'front', 'abc', '#000000'), rotation: 10 };
    const turned = applyPinch(text, from, pinchOf(finger(100, 100), finger(100, 300)));
    expect(turned).toEqual({ rotation: 100, size: text.size * 2 });
  });

  it('resize a picture equally on both sides', () => {
    const image = newImage('i', 'front', 'Hoodie', picture);
    const smaller = applyPinch(image, from, pinchOf(finger(100, 100), finger(150, 100)));
    expect(smaller).toEqual({ rotation: 0, width: image.width / 2, height: image.height / 2 });
  });

  it('on one spot change nothing', () => {
    const same = pinchOf(finger(5, 5), finger(5, 5));
    expect(applyPinch(newText('t', 'front', 'abc', '#000000'), same, same)).toMatchObject({ rotation: 0 });
    expect(same.distance).toBe(1);
  });
});
