import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appliedPreferences,
  contentRange,
  negotiate,
  parsePreferences,
  statusOfRange,
  windowOf,
} from './headers.ts';

describe('the Accept header', () => {
  it('chooses by quality, then by order', () => {
    expect(negotiate(undefined).form).toBe('array');
    expect(negotiate('text/csv, application/json').form).toBe('csv');
    expect(negotiate('text/csv;q=0.5, application/json;q=0.8').form).toBe('array');
    expect(negotiate('image/png, */*').form).toBe('array');
    expect(negotiate('Application/vnd.PGRST.object+json').form).toBe('object');
    expect(negotiate('application/vnd.pgrst.array+json; nulls=stripped')).toMatchObject({
      form: 'array',
      stripNulls: true,
    });
  });

  it('may request an unsupported format', () => {
    expect(() => negotiate('image/png, text/xml')).toThrow(
      'None of these media types are available: image/png, text/xml',
    );
  });
});

describe('the Prefer header', () => {
  it('uses the first of two, and keeps unknown ones', () => {
    expect(parsePreferences('count=exact,  return=minimal , count=planned, max-affected=5, x=y')).toEqual({
      count: 'exact',
      return: 'minimal',
      maxAffected: 5,
      unknown: ['x=y'],
    });
  });

  it('is not confused by names of object properties', () => {
    expect(parsePreferences('constructor=x, __proto__=y, toString=z').unknown).toHaveLength(3);
  });

  it('is confirmed as far as it applies', () => {
    const preferences = parsePreferences(
      'resolution=merge-duplicates,return=representation,missing=default,count=exact',
    );
    expect(appliedPreferences(preferences, 'insert', true)).toBe(
      'resolution=merge-duplicates, missing=default, return=representation, count=exact',
    );
    expect(appliedPreferences(preferences, 'insert', false)).toBe(
      'missing=default, return=representation, count=exact',
    );
    expect(appliedPreferences(preferences, 'read', false)).toBe('count=exact');
    expect(appliedPreferences(parsePreferences(undefined), 'read', false)).toBeUndefined();
  });
});

describe('the window of a request', () => {
  it('is the whole table up to the page size by default', () => {
    expect(windowOf(undefined, undefined, 1_000)).toEqual({ offset: 0, limit: 1_000 });
    expect(windowOf(undefined, undefined, Number.POSITIVE_INFINITY)).toEqual({ offset: 0, limit: undefined });
  });

  it('is the intersection of limit, offset and Range header', () => {
    expect(windowOf({ limit: 5, offset: 10 }, undefined, 1_000)).toEqual({ offset: 10, limit: 5 });
    expect(windowOf(undefined, '3-7', 1_000)).toEqual({ offset: 3, limit: 5 });
    expect(windowOf(undefined, '3-', 1_000)).toEqual({ offset: 3, limit: 1_000 });
    expect(windowOf({ limit: 5, offset: 2 }, '4-20', 1_000)).toEqual({ offset: 4, limit: 3 });
    expect(windowOf({ limit: 0, offset: 2 }, '4-20', 1_000)).toEqual({ offset: 2, limit: 0 });
    expect(windowOf(undefined, 'bytes=0-5', 1_000)).toEqual({ offset: 0, limit: 1_000 });
  });

  it('contains exactly the rows that both request', () => {
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
  it('gives the rows’ positions and their total', () => {
    expect(contentRange(0, 19, 57)).toBe('0-19/57');
    expect(contentRange(0, 19, undefined)).toBe('0-19/*');
    expect(contentRange(0, -1, 0)).toBe('*/0');
    expect(contentRange(1, 0, undefined)).toBe('*/*');
  });

  it('comes with 200 for all, 206 for a part and 416 beyond the end', () => {
    expect(statusOfRange({ offset: 0, limit: 5 }, 5, undefined)).toBe(200);
    expect(statusOfRange({ offset: 0, limit: 5 }, 5, 5)).toBe(200);
    expect(statusOfRange({ offset: 0, limit: 5 }, 5, 6)).toBe(206);
    expect(statusOfRange({ offset: 6, limit: 5 }, 0, 6)).toBe(206);
    expect(() => statusOfRange({ offset: 7, limit: 5 }, 0, 6)).toThrow('Requested range not satisfiable');
  });
});
