import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { earlyInputScript } from './early-input.ts';

type Listener = (event: object) => void;

/** A page whose head has run, and how to have something happen on it. */
function openedPage() {
  const listeners = new Map<string, Set<Listener>>();
  const page = createContext({
    addEventListener: (kind: string, listener: Listener) =>
      listeners.set(kind, (listeners.get(kind) ?? new Set()).add(listener)),
    removeEventListener: (kind: string, listener: Listener) => listeners.get(kind)?.delete(listener),
  });
  runInContext('var window = globalThis', page);
  runInContext(earlyInputScript, page);
  const happen = (type: string, target: object, more: object = {}) => {
    for (const listener of listeners.get(type) ?? []) listener({ type, target, ...more });
  };
  return { early: page.earlyInput, happen };
}

const form = (action: boolean) => ({ hasAttribute: (name: string) => action && name === 'action' });
const button = (of: object | null) => ({
  form: of,
  closest(wanted: string) {
    return wanted === 'button' ? this : null;
  },
});

describe('early input', () => {
  it('M60 notes the button pressed last and every control changed', () => {
    const { early, happen } = openedPage();
    const [first, last, size] = [button(null), button(form(false)), {}];
    happen('click', first);
    happen('click', last);
    happen('input', size);
    happen('change', size);
    expect(early.pressed).toBe(last);
    expect([...early.edited]).toEqual([size]);
  });

  it('M42 holds back a form without an address, and lets one with an address go', () => {
    const { early, happen } = openedPage();
    let held = 0;
    const preventDefault = () => {
      held += 1;
    };
    happen('submit', form(true), { preventDefault, submitter: null });
    happen('click', button(form(true)));
    expect([held, early.pressed]).toEqual([0, null]);
    const signIn = form(false);
    happen('submit', signIn, { preventDefault, submitter: null });
    expect([held, early.pressed]).toEqual([1, signIn]);
  });

  it('M60 notes nothing once the page listens by itself', () => {
    const { early, happen } = openedPage();
    early.stop();
    happen('click', button(null));
    expect(early.pressed).toBe(null);
  });
});
