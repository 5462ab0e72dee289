import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentRange, statusOfRange, windowOf } from './window.ts';

describe('the window of a request', () => {
  it('is the whole table up to the page size when nothing is said', () => {
    expect(windowOf(undefined, undefined, 1_000)).toEqual({ offset: 0, limit: 1_000 });
    expect(windowOf(undefined, undefined, Number.POSITIVE_INFINITY)).toEqual({ offset: 0, limit: undefined });
  });

  it('is what limit, offset and Range header have in common', () => {
    expect(windowOf({ limit: 5, offset: 10 }, undefined, 1_000)).toEqual({ offset: 10, limit: 5 });
    expect(windowOf(undefined, '3-7', 1_000)).toEqual({ offset: 3, limit: 5 });
    expect(windowOf(undefined, '3-', 1_000)).toEqual({ offset: 3, limit: 1_000 });
    expect(windowOf({ limit: 5, offset: 2 }, '4-20', 1_000)).toEqual({ offset: 4, limit: 3 });
    expect(windowOf({ limit: 0, offset: 2 }, '4-20', 1_000)).toEqual({ offset: 2, limit: 0 });
    expect(windowOf(undefined, 'bytes=0-5', 1_000)).toEqual({ offset: 0, limit: 1_000 });
  });

  it('holds exactly the rows that both ask for', () => {
    const number = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(number, number, number, number, number, (limit, offset, first, length, maxRows) => {
        const rows = Array.from({ length: 60 }, (_, index) => index);
        const expected = rows.filter(
          (row) => row >= offset && row < offset + limit + 1 && row >= first && row <= first + length,
        );
        const ask = () => windowOf({ limit: limit + 1, offset }, `${first}-${first + length}`, maxRows + 1);
        if (expected.length === 0) expect(ask).toThrow('Requested range not satisfiable');
        else {
          const window = ask();
          expect(rows.slice(window.offset, window.offset + (window.limit ?? 60))).toEqual(
            expected.slice(0, maxRows + 1),
          );
        }
      }),
    );
  });
});

describe('the Content-Range header', () => {
  it('says where the rows lie and how many there are', () => {
    expect(contentRange(0, 19, 57)).toBe('0-19/57');
    expect(contentRange(0, 19, undefined)).toBe('0-19/*');
    expect(contentRange(0, -1, 0)).toBe('*/0');
    expect(contentRange(1, 0, undefined)).toBe('*/*');
  });

  it('goes with 200 for all, 206 for a part and 416 behind the end', () => {
    expect(statusOfRange({ offset: 0, limit: 5 }, 5, undefined)).toBe(200);
    expect(statusOfRange({ offset: 0, limit: 5 }, 5, 5)).toBe(200);
    expect(statusOfRange({ offset: 0, limit: 5 }, 5, 6)).toBe(206);
    expect(statusOfRange({ offset: 6, limit: 5 }, 0, 6)).toBe(206);
    expect(() => statusOfRange({ offset: 7, limit: 5 }, 0, 6)).toThrow('Requested range not satisfiable');
  });
});
