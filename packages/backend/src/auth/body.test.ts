import { describe, expect, it } from 'vitest';
import { normaliseEmail } from './body.ts';

describe('an address', () => {
  it.each([
    ['Mona@Shop.test', 'mona@shop.test'],
    ['mona+inkthread@shop.test', 'mona+inkthread@shop.test'],
    ["o'brien.x_y-z@sub.shop-a.test", "o'brien.x_y-z@sub.shop-a.test"],
    ['root@localhost', 'root@localhost'],
    ['mona@متجر.مصر', 'mona@xn--pgbep1f.xn--wgbh1c'],
    ['mona@Bücher.test', 'mona@xn--bcher-kva.test'],
  ])('%s is kept as %s', (given, kept) => {
    expect(normaliseEmail(given)).toBe(kept);
  });

  it.each([
    ...[
      '',
      'mona',
      '@shop.test',
      'mona@',
      'a b@shop.test',
      'a@b@c.test',
      'a@متجر@c.test',
      'منى@shop.test',
      'a..b@shop.test',
      '.a@shop.test',
    ],
    ...[
      'a@-shop.test',
      'a@shop-.test',
      'a@shop..test',
      'a@shop.test\n',
      'mona@shop.test\r\nbcc: x',
      '"a"@shop.test',
    ],
    ...[
      '<a@shop.test>',
      `${'a'.repeat(65)}@shop.test`,
      `a@${'b'.repeat(255)}.test`,
      'a@shop.test,b@shop.test',
    ],
  ])('%j is invalid', (given) => {
    expect(() => normaliseEmail(given)).toThrow(/address/);
  });

  it('is validated in linear time', () => {
    const before = process.cpuUsage();
    expect(() => normaliseEmail(`${'a.'.repeat(120)}@`)).toThrow();
    expect(() => normaliseEmail(`a@${'a-'.repeat(110)}!`)).toThrow();
    expect(process.cpuUsage(before).user).toBeLessThan(100_000);
  });
});
