import { describe, expect, it } from 'vitest';
import { negotiate } from './media-type.ts';
import { appliedPreferences, parsePreferences } from './preferences.ts';

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

  it('may ask for what cannot be made', () => {
    expect(() => negotiate('image/png, text/xml')).toThrow(
      'None of these media types are available: image/png, text/xml',
    );
  });
});

describe('the Prefer header', () => {
  it('takes the first of two, and keeps what it does not know', () => {
    expect(parsePreferences('count=exact,  return=minimal , count=planned, max-affected=5, x=y')).toEqual({
      count: 'exact',
      return: 'minimal',
      maxAffected: 5,
      unknown: ['x=y'],
    });
  });

  it('is not fooled by names that objects have', () => {
    expect(parsePreferences('constructor=x, __proto__=y, toString=z').unknown).toHaveLength(3);
  });

  it('is confirmed as far as it means something', () => {
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
