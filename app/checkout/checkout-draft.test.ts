import { beforeEach, describe, expect, it } from 'vitest';
import { pageSession } from '#app/auth/session.ts';
import { changeCheckoutDraft, clearCheckoutDraft, readCheckoutDraft } from './checkout-draft.ts';
import { checkoutDraftStorage, forgetDraftAtSignOut } from './draft-storage.ts';

const person = {
  id: 'mona',
  name: 'Mona',
  email: '',
  avatar: '',
  role: 'user',
  capabilities: [],
  workplaces: [],
  officeLanguage: 'en',
} as const;

describe('checkout draft', () => {
  beforeEach(() => {
    checkoutDraftStorage('mona').write(null);
    checkoutDraftStorage('samir').write(null);
  });

  it('is stored per person, with what another tab changed meanwhile', () => {
    changeCheckoutDraft('mona', { note: 'Ring twice', points: 40 });
    changeCheckoutDraft('mona', { points: 0 });
    expect(readCheckoutDraft('mona')).toEqual({ note: 'Ring twice', points: 0 });
    expect(readCheckoutDraft('samir')).toEqual({});
    clearCheckoutDraft('mona');
    expect(readCheckoutDraft('mona')).toEqual({});
  });

  it('starts empty when it cannot be read', () => {
    for (const broken of ['{', '[]', '{"points":-1}', '{"slot":"soon"}']) {
      checkoutDraftStorage('mona').write(broken);
      expect(readCheckoutDraft('mona'), broken).toEqual({});
    }
  });

  it('is removed when the person signs out, not when a page starts without a session', () => {
    const stop = forgetDraftAtSignOut();
    changeCheckoutDraft('mona', { note: 'Ring twice' });
    pageSession.setState({ status: 'anonymous', user: null }, true);
    expect(readCheckoutDraft('mona')).toEqual({ note: 'Ring twice' });
    pageSession.setState({ status: 'signed-in', user: person }, true);
    pageSession.setState({ status: 'anonymous', user: null }, true);
    expect(readCheckoutDraft('mona')).toEqual({});
    stop();
  });
});
