import { expect, test } from 'vitest';
import { TextResponse } from './text-response.ts';

const text = '{"name":"Hoodie “A” £"}';
const init = { status: 206, headers: { 'content-type': 'application/json', 'content-range': '0-0/1' } };
const both = () => [new TextResponse(text, init), new Response(text, init)] as const;

test('it is a response like one that a text was given to', async () => {
  const [ours, plain] = both();
  expect(ours).toBeInstanceOf(Response);
  for (const one of [ours, plain]) expect([one.status, one.ok, one.bodyUsed]).toEqual([206, true, false]);
  expect([...ours.headers]).toEqual([...plain.headers]);
  expect(await ours.text()).toBe(await plain.text());
  expect(ours.bodyUsed).toBe(true);
});

test.each(['text', 'json', 'arrayBuffer', 'bytes'] as const)('%s answers alike, once', async (read) => {
  const [ours, plain] = both();
  expect(await ours[read]()).toEqual(await plain[read]());
  for (const one of [ours, plain]) {
    expect(one.bodyUsed).toBe(true);
    await expect(one[read]()).rejects.toThrow(TypeError);
  }
});

test('its bytes can be had as a stream, as a blob and through a clone', async () => {
  const [ours] = both();
  const copy = ours.clone();
  expect(copy.status).toBe(206);
  expect(await new Response(ours.body).text()).toBe(text);
  expect(await (await copy.blob()).text()).toBe(text);
  expect(ours.bodyUsed).toBe(true);
});
