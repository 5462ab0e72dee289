import { describe, expect, it } from 'vitest';
import { banEnd } from './user-endpoints.ts';

const now = new Date('2026-01-01T00:00:00Z');

describe('the end of a ban', () => {
  it('is counted in Go durations', () => {
    expect(banEnd('24h', now)).toBe('2026-01-02T00:00:00.000Z');
    expect(banEnd('1h30m', now)).toBe('2026-01-01T01:30:00.000Z');
    expect(banEnd('1.5h', now)).toBe('2026-01-01T01:30:00.000Z');
    expect(banEnd('300ms', now)).toBe('2026-01-01T00:00:00.300Z');
  });

  it('is lifted, left alone, or within the calendar', () => {
    expect(banEnd('none', now)).toBeNull();
    expect(banEnd('', now)).toBeUndefined();
    expect(banEnd('99999999999999h', now)?.slice(0, 4)).toBe('3025');
  });

  it.each(['24', 'h', '1d', '-1h', '1h;', 'forever'])('is not %s', (duration) => {
    expect(() => banEnd(duration, now)).toThrow('invalid format for ban duration');
  });
});
