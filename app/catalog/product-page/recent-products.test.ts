import { describe, expect, it } from 'vitest';
import { mostRecent, readRecent, recentKey, withRecent } from './recent-products.ts';

const product = (id: string) => ({ id, name: `Product ${id}`, image: `/${id}.webp` });

describe('recently viewed products', () => {
  it('the latest is first and appears once', () => {
    const list = withRecent(withRecent([product('a'), product('b')], product('c')), product('b'));
    expect(list.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });

  it('stores at most twelve', () => {
    const list = Array.from({ length: 30 }, (_, n) => product(String(n))).reduce(withRecent, [
      product('first'),
    ]);
    expect(list).toHaveLength(mostRecent);
    expect(readRecent(JSON.stringify([...list, ...list]))).toHaveLength(mostRecent);
  });

  it.each([[null], [''], ['{'], ['{}'], ['[1, null, {"id": ""}, {"id": "a"}]']])(
    '%j holds no valid product',
    (stored) => {
      expect(readRecent(stored)).toEqual([]);
    },
  );

  it('every store has its own list', () => {
    expect(recentKey('inkthread')).not.toBe(recentKey('duoworks'));
    expect(readRecent(JSON.stringify([product('a')]))).toEqual([product('a')]);
  });
});
