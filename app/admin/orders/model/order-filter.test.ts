import { describe, expect, it } from 'vitest';
import { isFiltered, listAddress, orderAddress, orderFilter } from './order-filter.ts';

const filterOf = (query: string) => orderFilter(new URLSearchParams(query));

describe('order filter', () => {
  it('parses every filter from the URL', () => {
    const id = '0b0e4a3c-0000-4000-8000-000000000001';
    expect(
      filterOf(
        `search=%20IN-4%20&queue=to_pack&status=pending,shipped&payment=paid&method=online&from=2026-03-01&to=2026-03-02&slot=${id}&slotDay=2026-03-05&customer=${id}&governorate=Port%20Said&phone=%D9%A0%D9%A1%D9%A0%D9%A0%20123&carrier=Bosta&tag=vip&origin=imported&whose=mine&sort=total&page=3`,
      ),
    ).toEqual({
      search: 'IN-4',
      queue: 'to_pack',
      statuses: ['pending', 'shipped'],
      payment: 'paid',
      method: 'online',
      from: '2026-03-01',
      to: '2026-03-02',
      slot: id,
      slotDay: '2026-03-05',
      customer: id,
      governorate: 'Port Said',
      phone: '0100123',
      carrier: 'Bosta',
      tag: 'vip',
      origin: 'imported',
      whose: 'mine',
      sort: 'total',
      page: 3,
    });
  });

  it('ignores invalid values', () => {
    expect(
      filterOf(
        'queue=later&status=lost&payment=gold&method=x&from=2026-02-30&to=now&slot=1&customer=a&governorate=Paris&phone=call&whose=theirs&sort=up&page=-1',
      ),
    ).toEqual(filterOf(''));
  });

  it('sorts a queue by oldest first, and all orders by newest first', () => {
    expect(filterOf('queue=to_pack').sort).toBe('created');
    expect(filterOf('').sort).toBe('-created');
  });

  it('counts as filtered when it excludes orders, which order and page do not', () => {
    expect(isFiltered(new URLSearchParams('status=pending'))).toBe(true);
    expect(isFiltered(new URLSearchParams('sort=created&page=2'))).toBe(false);
  });

  it('keeps the list’s query in an order’s address and back', () => {
    const list = new URLSearchParams('status=pending&page=2');
    const open = new URLSearchParams(orderAddress(list, '7'));
    expect(open.get('order')).toBe('7');
    expect(listAddress(open)).toBe(`?${list}`);
  });
});
