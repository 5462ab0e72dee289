import { describe, expect, it } from 'vitest';
import { newsIn } from './channel-messages.ts';

const topic = 'realtime:catalogue:inkthread';
const announced = (payload: object | null) =>
  JSON.stringify({ topic, event: 'broadcast', payload: { event: 'change', payload } });
const said = (event: string, payload: unknown = {}, about = topic) =>
  JSON.stringify({ topic: about, event, payload });

describe('messages of the catalogue channel', () => {
  it.each([
    ['rubbish'],
    ['null'],
    ['{}'],
    [said('broadcast', null)],
    [said('broadcast', { event: 'else', payload: { kind: 'stock' } })],
    [announced(null)],
    [announced({ ids: ['p1'] })],
    [said('presence_state')],
    [said('phx_error', {}, 'realtime:catalogue:casecraft')],
    [null],
  ])('M112 take no notice of %j', (message) => {
    expect(newsIn(message, topic)).toBeUndefined();
  });

  it('M112 name what changed; a change without ids means many', () => {
    expect(newsIn(announced({ kind: 'stock', ids: ['p1'] }), topic)).toEqual({ kind: 'stock', ids: ['p1'] });
    expect(newsIn(announced({ kind: 'product' }), topic)).toEqual({ kind: 'product', ids: null });
  });

  it.each([
    [said('phx_reply', { status: 'ok' }), 'joined'],
    [said('phx_reply', { status: 'ok' }, 'phoenix'), 'alive'],
    [said('phx_reply', { status: 'error', response: { reason: 'Too many joins' } }), 'lost'],
    [said('phx_reply', null), 'lost'],
    [said('phx_error'), 'lost'],
    [said('phx_close'), 'lost'],
  ])('M112 of the connection itself: %j means %s', (message, news) => {
    expect(newsIn(message, topic)).toBe(news);
  });
});
