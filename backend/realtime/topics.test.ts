import { describe, expect, it } from 'vitest';
import { PresenceState } from './topics.ts';

function state() {
  let refs = 0;
  return new PresenceState<object>(() => {
    refs += 1;
    return `r${refs}`;
  });
}

describe('presence', () => {
  it('says who came, and with a change what it was before', () => {
    const here = state();
    const ada = {};
    expect(here.track(ada, 'ada', { at: 'door' })).toEqual({
      joins: { ada: { metas: [{ at: 'door', phx_ref: 'r1' }] } },
      leaves: {},
    });
    expect(here.track(ada, 'ada', { at: 'desk' })).toEqual({
      joins: { ada: { metas: [{ at: 'desk', phx_ref: 'r2', phx_ref_prev: 'r1' }] } },
      leaves: { ada: { metas: [{ at: 'door', phx_ref: 'r1' }] } },
    });
    expect(here.track(ada, 'ada', { at: 'desk' })).toBeUndefined();
  });

  it('keeps several members under one key apart', () => {
    const here = state();
    const [one, two] = [{}, {}];
    here.track(one, 'ada', { tab: 1 });
    here.track(two, 'ada', { tab: 2 });
    expect(here.entries()).toEqual({
      ada: {
        metas: [
          { tab: 1, phx_ref: 'r1' },
          { tab: 2, phx_ref: 'r2' },
        ],
      },
    });
    expect(here.untrack(one)).toEqual({ joins: {}, leaves: { ada: { metas: [{ tab: 1, phx_ref: 'r1' }] } } });
    expect(here.untrack(one)).toBeUndefined();
    expect(here.isEmpty).toBe(false);
    here.untrack(two);
    expect(here.isEmpty).toBe(true);
  });

  it('does not let a client choose the references', () => {
    const diff = state().track({}, 'ada', { phx_ref: 'stolen', phx_ref_prev: 'x', at: 1 });
    expect(diff?.joins.ada?.metas).toEqual([{ at: 1, phx_ref: 'r1' }]);
  });
});
