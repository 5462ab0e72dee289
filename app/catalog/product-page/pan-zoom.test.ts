import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dragView, largestScale, moveView, unzoomed, type View, zoomView } from './pan-zoom.ts';

describe('zooming a picture', () => {
  it('enlarges up to four times and back to the whole picture', () => {
    expect(zoomView(unzoomed, 2)).toEqual({ scale: 2, x: 0, y: 0 });
    expect(zoomView(zoomView(unzoomed, 100), 2).scale).toBe(largestScale);
    expect(zoomView(moveView(zoomView(unzoomed, 2), 40, -40), 0.1)).toEqual(unzoomed);
  });

  it('keeps the center in place', () => {
    expect(zoomView({ scale: 2, x: 20, y: -10 }, 2)).toEqual({ scale: 4, x: 40, y: -20 });
  });

  const at = (clientX: number, clientY: number) => ({ clientX, clientY });
  const frame = { width: 400, height: 800 };

  it('one finger pans an enlarged picture', () => {
    const near = zoomView(unzoomed, 2);
    expect(dragView(near, [at(100, 100)], [at(140, 60)], frame)).toEqual({ scale: 2, x: 10, y: -5 });
    expect(dragView(unzoomed, [at(100, 100)], [at(140, 60)], frame)).toEqual(unzoomed);
  });

  it('two fingers zoom by how far they move apart, wherever they are, and pan along', () => {
    const apart = dragView(unzoomed, [at(100, 100), at(200, 100)], [at(50, 100), at(250, 100)], frame);
    expect(apart).toEqual({ scale: 2, x: 0, y: 0 });
    const along = dragView(apart, [at(50, 100), at(250, 100)], [at(90, 100), at(290, 100)], frame);
    expect(along).toEqual({ scale: 2, x: 10, y: 0 });
    const together = dragView(along, [at(90, 100), at(290, 100)], [at(140, 100), at(240, 100)], frame);
    expect(together).toEqual(unzoomed);
  });

  it('never shows anything beyond the picture', () => {
    const step = fc.oneof(
      fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }) }),
      fc.record({
        x: fc.double({ min: -300, max: 300, noNaN: true }),
        y: fc.integer({ min: -300, max: 300 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const end = steps.reduce<View>(
          (view, by) => ('factor' in by ? zoomView(view, by.factor) : moveView(view, by.x, by.y)),
          unzoomed,
        );
        const reach = ((end.scale - 1) / 2) * 100 + 1e-6;
        expect(Math.abs(end.x)).toBeLessThanOrEqual(reach);
        expect(Math.abs(end.y)).toBeLessThanOrEqual(reach);
      }),
    );
  });
});
