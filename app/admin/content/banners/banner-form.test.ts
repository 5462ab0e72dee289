import { describe, expect, it } from 'vitest';
import { windowState } from '../window-state.ts';
import { bannerColumns, bannerForm, bannerFormValues } from './banner-form.ts';

const entered = { ...bannerFormValues(null), title: 'Summer', image: 'https://x.example/a.webp' };

function refused(changes: Partial<typeof entered>): string[] {
  const result = bannerForm.safeParse({ ...entered, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

describe('the banner form', () => {
  it('requires a title and a picture only', () => {
    expect(refused({})).toEqual([]);
    expect(bannerColumns(bannerForm.parse(entered), null)).toEqual({
      title: 'Summer',
      description: null,
      image_url: 'https://x.example/a.webp',
      link_url: null,
      start_date: null,
      end_date: null,
      is_active: true,
      translations: {},
    });
  });

  it.each([
    [{ title: '  ' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ image: '' }, 'image'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ link: '//elsewhere.example' }, 'link'],
    [{ link: 'www.example.com' }, 'link'],
    [{ from: '2026-03-02T10:00', to: '2026-03-02T10:00' }, 'to'],
    [{ from: '2026-03-02T10:00', to: '2026-03-01T10:00' }, 'to'],
  ])('rejects %j at %s', (changes, path) => {
    expect(refused(changes)).toEqual([path]);
  });

  it('reads its period in store time', () => {
    const form = bannerForm.parse({ ...entered, link: '/deals', from: '2026-01-10T00:00' });
    expect(bannerColumns(form, null)).toMatchObject({
      start_date: '2026-01-09T22:00:00.000Z',
      link_url: '/deals',
    });
  });

  it.each([
    [true, null, null, 'running'],
    [true, '2026-03-02T00:00:00Z', null, 'scheduled'],
    [true, '2026-02-01T00:00:00Z', '2026-03-01T12:00:00Z', 'ended'],
    [false, null, null, 'off'],
  ])('a banner that is active: %s, from %s to %s is %s', (active, from, to, state) => {
    expect(windowState({ active, from, to }, Date.parse('2026-03-01T12:00:00Z'))).toBe(state);
  });
});
