import { expect, it } from 'vitest';
import { printableOrder } from './printable-order.ts';

it('names and addresses that a carrier’s label cannot print are transliterated, all others stay unchanged', async () => {
  const order = (name: string) => ({
    id: 'o1',
    customer_name: name,
    address: { full_name: name, street: 'شارع 9', floor: '3' },
    order_lines: [{ name: 'Mug ❤️' }],
  });
  expect(await printableOrder(order('王小明'))).toEqual({
    id: 'o1',
    customer_name: 'WangXiaoMing',
    address: { full_name: 'WangXiaoMing', street: 'شارع 9', floor: '3' },
    order_lines: [{ name: 'Mug •' }],
  });
  const exchange = { ...order('Mona'), shipments: [{ number: 1, old_pieces_to_collect: '1 × Cap ❤️' }] };
  expect((await printableOrder(exchange)).shipments).toEqual([
    { number: 1, old_pieces_to_collect: '1 × Cap •' },
  ]);
  const plain = { ...order('Łukasz Đorđe'), order_lines: [{ name: 'Mug' }] };
  expect(await printableOrder(plain)).toBe(plain);
});
