import { RealtimeClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeBroadcast, encodeMessage, PresenceState } from './phoenix.ts';

const { serializer: official } = new RealtimeClient('ws://localhost', { params: { apikey: 'x' } });
const shortText = fc.string({ unit: 'grapheme', maxLength: 30 });
const jsonObject = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__'),
  fc.jsonValue(),
);

function encodedByClient(message: Parameters<typeof official.encode>[0]): ArrayBuffer | string {
  return official.encode(message, (encoded) => encoded);
}
const decodedByClient = (frame: string | Buffer) =>
  official.decode(
    typeof frame === 'string' ? frame : Uint8Array.from(frame).buffer,
    (message: unknown) => message,
  ) as { topic: string; event: string; payload: Record<string, unknown> };

describe('frames of protocol 2.0.0', () => {
  it('are decoded as the official client encodes them, with any names and payload', () => {
    fc.assert(
      fc.property(shortText, shortText, shortText, jsonObject, (ref, topic, event, payload) => {
        const message = { join_ref: ref, ref, topic, event: 'broadcast', payload: { event, payload } };
        const frame = encodedByClient(message) as ArrayBuffer;
        expect(decodeFrame(Buffer.from(frame), true, '2.0.0')).toEqual({
          joinRef: ref || null,
          ref: ref || null,
          topic,
          event: 'broadcast',
          payload: { type: 'broadcast', event, payload: JSON.parse(JSON.stringify(payload)) },
        });
      }),
    );
  });

  it('carry bytes unchanged in both directions', () => {
    fc.assert(
      fc.property(shortText, shortText, fc.uint8Array(), (topic, event, bytes) => {
        const pushed = {
          topic,
          event: 'broadcast',
          payload: { event, payload: Uint8Array.from(bytes).buffer },
        };
        const read = decodeFrame(Buffer.from(encodedByClient(pushed) as ArrayBuffer), true, '2.0.0');
        expect(read?.payload).toEqual({ type: 'broadcast', event, payload: Uint8Array.from(bytes) });
        const written = encodeBroadcast(topic, { event, payload: Uint8Array.from(bytes) }, '2.0.0');
        const decoded = decodedByClient(written ?? '');
        expect(decoded).toMatchObject({ topic, event: 'broadcast', payload: { event } });
        expect([...new Uint8Array(decoded.payload.payload as ArrayBuffer)]).toEqual([...bytes]);
      }),
    );
  });

  it('are encoded so that the official client decodes them', () => {
    fc.assert(
      fc.property(shortText, shortText, jsonObject, (topic, event, payload) => {
        const frame = encodeBroadcast(topic, { event, payload, id: '7' }, '2.0.0');
        expect(decodedByClient(frame ?? '')).toMatchObject({
          topic,
          event: 'broadcast',
          payload: {
            type: 'broadcast',
            event,
            payload: JSON.parse(JSON.stringify(payload)),
            meta: { id: '7' },
          },
        });
      }),
    );
  });
});

describe('frames', () => {
  it('of protocol 1.0.0 are objects', () => {
    const text = encodeMessage(
      { joinRef: '1', ref: '2', topic: 't', event: 'e', payload: { a: 1 } },
      '1.0.0',
    );
    expect(JSON.parse(text)).toEqual({ join_ref: '1', ref: '2', topic: 't', event: 'e', payload: { a: 1 } });
    expect(decodeFrame(Buffer.from(text), false, '1.0.0')).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 't',
      event: 'e',
      payload: { a: 1 },
    });
    expect(encodeBroadcast('t', { event: 'e', payload: new Uint8Array(1) }, '1.0.0')).toBeUndefined();
  });

  it('that are invalid decode to undefined, and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, binary) => {
        const message = decodeFrame(Buffer.from(bytes), binary, '2.0.0');
        expect(message === undefined || typeof message.topic === 'string').toBe(true);
      }),
      { numRuns: 2000 },
    );
    for (const text of ['null', '7', '[]', '["1","2","t","e"]', '[1,null,"t","e",{}]', '{"topic":"t"}']) {
      expect(decodeFrame(Buffer.from(text), false, '2.0.0'), text).toBeUndefined();
    }
  });
});

function state() {
  let refs = 0;
  return new PresenceState<object>(() => {
    refs += 1;
    return `r${refs}`;
  });
}

describe('presence', () => {
  it('reports joins, and with a change the previous state', () => {
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

  it('keeps several members with one key apart', () => {
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
