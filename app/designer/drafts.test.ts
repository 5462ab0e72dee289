import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Design } from './design.ts';
import { blankDesign, newText, withElement } from './design-edits.ts';
import { type Draft, designDraftStorage, draftKey, openDraft, readDraft } from './drafts.ts';

const blank = blankDesign('Hoodie', 'black');
const withText = (text: string) => withElement(blank, newText('t', 'front', text, '#000000'));
const draft = (design: Design, saved: Draft['saved'] = null): Draft => ({
  design,
  size: 'M',
  saved,
  line: null,
});
const savedAs = (design: Design) => ({ id: 'd1', document: JSON.stringify(design), inCart: true });

const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const store = (userId: string | null, kept: Draft) =>
  designDraftStorage(userId, null).write(JSON.stringify(kept));

describe('a draft', () => {
  it('comes back after a reload', () => {
    const kept = { ...draft(withText('Souk'), savedAs(blank)), line: 'a line' };
    store('u1', kept);
    expect(openDraft('u1', null)).toEqual(kept);
  });

  it.each([null, '', '{', '[]', '{"design":{"version":9}}'])('that reads %s is null', (text) => {
    expect(readDraft(text)).toBeNull();
  });

  it('has a storage key per store, person and product', () => {
    const keys = [
      draftKey('a', null, null),
      draftKey('b', null, null),
      draftKey('a', null, 'p'),
      draftKey('a', 'u1', null),
      draftKey('a', 'u1', 'p'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is not opened by the next person in the same browser', () => {
    store('u1', draft(withText('Mine'), savedAs(withText('Mine'))));
    expect(openDraft('u2', null)).toBeNull();
    expect(openDraft(null, null)).toBeNull();
  });
});

describe('a guest’s draft at sign-in', () => {
  const guests = draft(withText('Guest'), savedAs(withText('Guest')));

  it.each([
    ['no draft', null],
    ['a blank one', draft(blank)],
    ['one that is saved as it is', draft(withText('Saved'), savedAs(withText('Saved')))],
  ])('goes to a person who has %s, without the link to a stored design', (_, own) => {
    store(null, guests);
    if (own) store('u1', own);
    expect(openDraft('u1', null)).toEqual({ ...guests, saved: null });
    expect(openDraft('u1', null)).toEqual({ ...guests, saved: null });
    expect(openDraft(null, null)).toBeNull();
  });

  it('does not replace a design that the person has not saved', () => {
    const own = draft(withText('Own'));
    store(null, guests);
    store('u1', own);
    expect(openDraft('u1', null)).toEqual(own);
    expect(openDraft(null, null)).toEqual(guests);
  });
});

describe('a draft without an owner, from an older version', () => {
  const key = 'souk-design--own';
  const old = draft(withText('Old'), savedAs(withText('Old')));

  it('becomes a guest’s, without the link to a stored design', () => {
    stored.set(key, JSON.stringify(old));
    expect(openDraft(null, null)).toEqual({ ...old, saved: null });
    expect(stored.has(key)).toBe(false);
    expect(openDraft(null, null)).toEqual({ ...old, saved: null });
  });

  it('does not replace a guest’s newer one', () => {
    const newer = draft(withText('New'));
    store(null, newer);
    stored.set(key, JSON.stringify(old));
    expect(openDraft(null, null)).toEqual(newer);
  });
});
