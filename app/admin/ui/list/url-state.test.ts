import { describe, expect, it } from 'vitest';
import { changedQuery, oneOf, pageOf } from './url-state.ts';

describe('the state of a list in its URL', () => {
  it('accepts only page numbers from 1', () => {
    const read = (page: string) => pageOf(new URLSearchParams({ page }));
    expect(['3', '0', '-2', '1.5', 'x', ''].map(read)).toEqual([3, 1, 1, 1, 1, 1]);
  });

  it('accepts known values and falls back to the first', () => {
    expect(oneOf(['newest', 'name'], 'name')).toBe('name');
    expect(oneOf(['newest', 'name'], 'drop table')).toBe('newest');
  });

  it('returns to the first page when filters change, and drops empty parameters', () => {
    const query = new URLSearchParams('search=a&stock=out&page=4');
    expect(changedQuery(query, { stock: '', sort: 'name' })).toBe('?search=a&sort=name');
    expect(changedQuery(query, { page: '5' })).toBe('?search=a&stock=out&page=5');
  });
});
