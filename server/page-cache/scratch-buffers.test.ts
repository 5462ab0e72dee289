import { describe, expect, it } from 'vitest';
import { ScratchBuffers } from './scratch-buffers.ts';

describe('buffers that are used again', () => {
  it('M112 are long enough, and nobody’s but the asker’s until they are given back', () => {
    const buffers = new ScratchBuffers();
    // Compared here: what shows how buffers differ takes seconds to write them out.
    const taken = [1, 200_000, 300_000].map((length) => {
      const buffer = buffers.take(length);
      expect(buffer.length).toBeGreaterThanOrEqual(length);
      return buffer;
    });
    expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(3);
    const [small, middle, large] = taken;
    if (!small || !middle || !large) throw new Error('taken');
    buffers.give(middle);
    expect(buffers.take(300_000) === large).toBe(false);
    expect(buffers.take(5) === middle).toBe(true);
    expect(buffers.take(5) === middle).toBe(false);
    buffers.give(large);
    expect(buffers.take(400_000) === large).toBe(true);
  });

  it('M112 are kept within bounds', () => {
    const buffers = new ScratchBuffers();
    const many = Array.from({ length: 100 }, () => buffers.take(200_000));
    for (const buffer of many) buffers.give(buffer);
    const again = Array.from({ length: 100 }, () => buffers.take(200_000));
    const known = again.filter((buffer) => many.includes(buffer)).length;
    expect(known).toBeGreaterThan(8);
    expect(known).toBeLessThanOrEqual(32);
    const huge = buffers.take(3_000_000);
    buffers.give(huge);
    expect(buffers.take(3_000_000) === huge).toBe(false);
  });
});
