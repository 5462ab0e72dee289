import { describe, expect, it } from 'vitest';
import { changedQuery, oneOf, pageOf } from './url-state.ts';

describe('the state of a list in its address', () => {
  it('reads pages from 1 and nothing else', () => {
    const read = (page: string) => pageOf(new URLSearchParams({ page }));
    expect(['3', '0', '-2', '1.5', 'x', ''].map(read)).toEqual([3, 1, 1, 1, 1, 1]);
  });

  it('reads known values and falls back to the first', () => {
    expect(oneOf(['newest', 'name'], 'name')).toBe('name');
    expect(oneOf(['newest', 'name'], 'drop table')).toBe('newest');
  });

  it('goes back to the first page when the list changes, and drops what is empty', () => {
    const query = new URLSearchParams('search=a&stock=out&page=4');
    expect(changedQuery(query, { stock: '', sort: 'name' })).toBe('?search=a&sort=name');
    expect(changedQuery(query, { page: '5' })).toBe('?search=a&stock=out&page=5');
  });
});
