import { describe, expect, it } from 'vitest';
import { mostRecent, readRecent, recentKey, withRecent } from './recent-products.ts';

const product = (id: string) => ({ id, name: `Product ${id}`, image: `/${id}.webp` });

describe('recently viewed products', () => {
  it('the latest stands first and only once', () => {
    const list = withRecent(withRecent([product('a'), product('b')], product('c')), product('b'));
    expect(list.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });

  it('no more than twelve are remembered', () => {
    const list = Array.from({ length: 30 }, (_, n) => product(String(n))).reduce(withRecent, [
      product('first'),
    ]);
    expect(list).toHaveLength(mostRecent);
    expect(readRecent(JSON.stringify([...list, ...list]))).toHaveLength(mostRecent);
  });

  it.each([[null], [''], ['{'], ['{}'], ['[1, null, {"id": ""}, {"id": "a"}]']])(
    '%j holds no product that could be shown',
    (stored) => {
      expect(readRecent(stored)).toEqual([]);
    },
  );

  it('every store remembers its own', () => {
    expect(recentKey('inkthread')).not.toBe(recentKey('duoworks'));
    expect(readRecent(JSON.stringify([product('a')]))).toEqual([product('a')]);
  });
});
