import { describe, expect, it } from 'vitest';
import { firstPage, withNewest, withOlder } from './movement-pages.ts';

const perPage = 3;
/** Movements with these ids, as read from the database. */
const read = (...ids: number[]) => ids.map((id) => ({ id }));
const ids = ({ rows }: { rows: readonly { id: number }[] }) => rows.map(({ id }) => id);

describe('the movements of a product’s stock', () => {
  it('load page by page while there are older ones', () => {
    const first = firstPage(read(9, 8, 7, 6), perPage);
    expect([ids(first), first.more]).toEqual([[9, 8, 7], true]);
    const all = withOlder(first, read(6, 5), perPage);
    expect([ids(all), all.more]).toEqual([[9, 8, 7, 6, 5], false]);
  });

  it('lose none when a new one pushes the oldest off the first page', () => {
    const full = withNewest(firstPage(read(3, 2, 1), perPage), read(4, 3, 2, 1), perPage);
    expect([ids(full), full.more]).toEqual([[4, 3, 2, 1], false]);
    const paged = withOlder(firstPage(read(9, 8, 7, 6), perPage), read(6, 5, 4, 3), perPage);
    const newer = withNewest(paged, read(10, 9, 8, 7), perPage);
    expect([ids(newer), newer.more]).toEqual([[10, 9, 8, 7, 6, 5, 4], true]);
  });

  it('start over when too many new ones arrived to connect to those shown', () => {
    const far = withNewest(firstPage(read(3, 2, 1), perPage), read(9, 8, 7, 6), perPage);
    expect([ids(far), far.more]).toEqual([[9, 8, 7], true]);
  });
});
