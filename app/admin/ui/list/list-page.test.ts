import { describe, expect, it } from 'vitest';
import { listPage, redirectToLastPage } from './list-page.ts';

function redirectOf(address: string, rowCount: number, count: number): string | null {
  const query = new URLSearchParams(address);
  try {
    redirectToLastPage(query, { page: Number(query.get('page')), perPage: 25, rowCount, count });
    return null;
  } catch (redirect) {
    return redirect instanceof Response ? redirect.headers.get('location') : 'no redirect';
  }
}

describe('pages past the end of a list', () => {
  it('redirect to the last page, with the same filters', () => {
    expect(redirectOf('tab=deals&page=3', 0, 50)).toBe('?tab=deals&page=2');
    expect(redirectOf('tab=deals&page=2', 0, 25)).toBe('?tab=deals');
    expect(redirectOf('page=9', 0, 0)).toBe('?');
  });

  it('leave the first page and pages with rows alone', () => {
    expect(redirectOf('page=2', 1, 26)).toBeNull();
    expect(redirectOf('page=1', 0, 0)).toBeNull();
  });

  it('are empty, whether the backend returns no rows or an error', () => {
    const refused = { data: null, count: null, status: 416, error: { message: '', code: 'PGRST103' } };
    expect(listPage(refused)).toEqual({ rows: [], count: 0 });
    expect(listPage({ data: [], count: 25, status: 206, error: null })).toEqual({ rows: [], count: 25 });
    const failed = { data: null, count: null, status: 500, error: { message: 'Broken', code: 'XX000' } };
    expect(() => listPage(failed)).toThrow('Broken');
  });
});
