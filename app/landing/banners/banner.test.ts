import { describe, expect, it } from 'vitest';
import { type Banner, bannersToShow } from './banner.ts';
import { bannerDuration } from './rotation.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

const banner = (id: string, fields: Partial<Banner> = {}): Banner => ({
  id,
  title: id,
  description: '',
  image_url: '/a.webp',
  link_url: '',
  position: 0,
  is_active: true,
  start_date: null,
  end_date: null,
  ...fields,
});

const shownIds = (...banners: Banner[]) => bannersToShow(banners, now).map(({ id }) => id);

describe('banners', () => {
  it('only active banners are shown', () => {
    expect(shownIds(banner('on'), banner('off', { is_active: false }))).toEqual(['on']);
  });

  it.each([
    ['2026-03-01T11:59:59Z', '2026-03-01T12:00:01Z', true],
    ['2026-03-01T12:00:00Z', null, true],
    [null, '2026-03-01T12:00:01Z', true],
    ['2026-03-01T12:00:01Z', null, false],
    [null, '2026-03-01T12:00:00Z', false],
    ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', false],
    ['', 'not a time', true],
  ])('a window from %s to %s contains noon: %s', (start_date, end_date, inside) => {
    expect(shownIds(banner('a', { start_date, end_date }))).toEqual(inside ? ['a'] : []);
  });

  it('banners are sorted by position', () => {
    expect(shownIds(banner('b', { position: 2 }), banner('c', { position: 3 }), banner('a'))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('without auto-close several banners cycle every 4 s and one stays', () => {
    expect(bannerDuration(3, 0)).toBe(4000);
    expect(bannerDuration(1, 0)).toBe(0);
  });

  it('with auto-close each banner has an equal share of the delay', () => {
    expect(bannerDuration(4, 10_000)).toBe(2500);
    expect(bannerDuration(1, 10_000)).toBe(10_000);
  });
});
