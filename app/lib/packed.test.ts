import { expect, test } from 'vitest';
import { type Packed, pack, unpack } from './packed.ts';

test('data comes out as it went in, also where another process packed it', () => {
  const data = { name: 'Hoodie “A”', sizes: ['S', null], price: 19.5 };
  expect(unpack(pack(data))).toEqual(data);
  const listed = { shelves: [{ name: 'Hoodie' }, data], none: [], mixed: [data, null], gone: undefined };
  expect(JSON.parse(pack(listed))).toEqual({ ...listed, gone: undefined });
  expect(JSON.parse(pack(listed))).toEqual(JSON.parse(JSON.stringify(listed)));
  expect(unpack(JSON.stringify(data) as Packed<typeof data>)).toEqual(data);
});

test('what was packed or unpacked last comes out as the same object each time', () => {
  const data = { name: 'Hoodie' };
  const text = pack(data);
  expect(unpack(text)).toBe(data);
  for (let n = 0; n < 60; n += 1) pack({ n });
  expect(unpack(text)).toEqual(data);
  expect(unpack(text)).not.toBe(data);
  expect(unpack(text)).toBe(unpack(text));
});
