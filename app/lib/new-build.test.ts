import { describe, expect, it, vi } from 'vitest';
import { fetchOfBuild } from './new-build.ts';

/** Whether a call with this response makes the page check for a new build. */
async function looks(status: number, body: string, path = '/rest/v1/rpc/place_order'): Promise<boolean> {
  const onUnknown = vi.fn();
  const send = fetchOfBuild(async () => new Response(body, { status }), onUnknown);
  const response = await send(`https://store.test${path}`);
  expect([response.status, await response.text()]).toEqual([status, body]);
  return onUnknown.mock.calls.length > 0;
}

describe('a call from a page that was open during an update', () => {
  it.each([
    ['a function that is gone or takes other parameters', 404, 'PGRST202'],
    ['a column that is gone from what is written', 400, 'PGRST204'],
    ['a table that is gone', 404, 'PGRST205'],
    ['a column that is gone from what is read', 400, '42703'],
  ])('checks for a new build when it names %s', async (_, status, code) => {
    expect(await looks(status, JSON.stringify({ code, message: 'Unknown' }))).toBe(true);
  });

  it.each([
    [200, '[]'],
    [409, '{"code":"23505","message":"Taken"}'],
    [400, '{"code":"P0001","message":"Sold out","details":"sold_out"}'],
    [503, 'The store cannot answer right now.'],
    [404, ''],
  ])('does not when the response is %d %s', async (status, body) => {
    expect(await looks(status, body)).toBe(false);
  });

  it('does not for services other than the Data API', async () => {
    expect(await looks(404, '{"code":"PGRST202"}', '/storage/v1/object/a')).toBe(false);
  });
});
