import { describe, expect, it } from 'vitest';
import { cardGap, cardWidth, nextStop, previousStop } from './stops.ts';

describe('carousel stops', () => {
  it('a card is 320 px wide with a gap of 32 px', () => {
    expect([cardWidth, cardGap]).toEqual([320, 32]);
  });

  it('advances card by card and wraps around', () => {
    const [furthest, step] = [1000, cardWidth + cardGap];
    expect([0, 352, 704, 1000].map((offset) => nextStop(offset, furthest, step))).toEqual([
      352, 704, 1000, 0,
    ]);
    expect([0, 1000, 704, 352].map((offset) => previousStop(offset, furthest, step))).toEqual([
      1000, 704, 352, 0,
    ]);
  });

  it('steps by the card width of a narrow screen', () => {
    expect([0, 320, 640].map((offset) => nextStop(offset, 640, 320))).toEqual([320, 640, 0]);
    expect(previousStop(640, 640, 320)).toBe(320);
  });

  it('finds the next card from between two, and stays put when there is nowhere to go', () => {
    expect(nextStop(400, 1000, 352)).toBe(704);
    expect(previousStop(400, 1000, 352)).toBe(352);
    expect([nextStop(0, 0, 352), previousStop(0, 0, 352)]).toEqual([0, 0]);
  });
});
