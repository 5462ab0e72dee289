import { describe, expect, test } from 'vitest';
import { readTableText } from '../../ui/table-file/read-table-file.ts';
import { dateOrderOf, readDate } from './file-dates.ts';
import { readForeignFile, readForeignJson, withoutRepeated } from './foreign-file.ts';

const read = async (text: string) => readForeignFile(await readTableText(text));

const shopify = `Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem fulfillment status,Shipping Name,Shipping Address1,Shipping City,Shipping Province,Shipping Phone,Notes,Cancelled at,Payment Method,Refunded Amount,Outstanding Balance,Id,Tags,Phone
#1002,mona@example.com,paid,2023-05-02 10:00:00 +0200,fulfilled,,no,EGP,387.00,30.00,0.00,417.00,SPRING,43.00,Standard,2023-05-01 14:22:10 +0200,2,Black Hoodie - M,200.00,HD-M,fulfilled,Mona Adel,Road 9,Maadi,C,'+201000000001,,,Cash on Delivery (COD),0.00,0.00,55,"vip, gift",
#1002,mona@example.com,,,,,,,,,,,,,,,1,White Mug,30.00,MG-W,fulfilled,,,,,,,,,,,,,
#1001,ali@example.com,refunded,,unfulfilled,,yes,EGP,50.00,0.00,0.00,50.00,,0.00,,2023-04-01 09:00:00 +0200,1,Poster,50.00,,pending,Ali,,,,,,2023-04-02 09:00:00 +0200,paymob,50.00,0.00,54,,01000000002
`;

describe('an order export of Shopify', () => {
  test('has its orders with all their items, money and state', async () => {
    const { kind, source, records } = await read(shopify);
    expect([kind, source]).toEqual(['orders', 'shopify']);
    expect(records).toMatchObject([
      {
        row: 2,
        number: '#1002',
        placed_at: '2023-05-01 14:22:10 +0200',
        state: 'delivered',
        customer: { name: 'Mona Adel', email: 'mona@example.com', phone: '+201000000001' },
        address: { governorate: 'Cairo', city: 'Maadi', street: 'Road 9' },
        payment_method: 'cash_on_delivery',
        lines: [
          { sku: 'HD-M', name: 'Black Hoodie - M', quantity: 2, price: 200 },
          { sku: 'MG-W', name: 'White Mug', quantity: 1, price: 30 },
        ],
        ...{ discount: 43, discount_code: 'SPRING', shipping: 30, total: 417, paid: 417, refunded: 0 },
        tags: ['vip', 'gift'],
      },
      {
        row: 4,
        number: '#1001',
        state: 'cancelled',
        total: 50,
        paid: 50,
        refunded: 50,
        payment_method: 'online',
      },
    ]);
  });

  test('that was shortened to a few columns is still one', async () => {
    const { records } = await read(
      'Name,Email,Financial Status,Currency,Subtotal,Shipping,Total,Lineitem quantity,Lineitem name,Lineitem price\n#1001,mona@example.com,paid,EGP,400,30,430,2,Black Hoodie - M,200\n#1001,mona@example.com,,,,,,1,White Mug,30\n',
    );
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ placed_at: null, total: 430, paid: 430 });
  });

  test('with one number for two orders keeps the first', async () => {
    const file = await read(shopify.replace('#1001', '#1002'));
    const { first, repeated } = withoutRepeated(file);
    expect(first.map(({ row }) => row)).toEqual([2]);
    expect(repeated.map(({ row }) => row)).toEqual([4]);
  });
});

describe('an order export of WooCommerce', () => {
  test('with a row for each order has its items in columns', async () => {
    const { source, records } = await read(
      `order_id,order_number,order_date,paid_date,status,shipping_total,cart_discount,order_total,order_currency,payment_method,billing_first_name,billing_last_name,billing_email,billing_phone,shipping_address_1,shipping_city,shipping_state,customer_note,line_item_1,line_item_2
77,1077,2024-02-13 10:00:00,2024-02-13,wc-completed,30,10,110,EGP,bacs,منى,عادل,mona@example.com,٠١٠٠٠٠٠٠٠٠١,شارع ٩,Maadi,EGC,,name:Mug|product_id:5|sku:MG-W|quantity:2|total:50|sub_total:60,name:Poster|sku:|quantity:1|total:30|sub_total:30
`,
    );
    expect(source).toBe('woocommerce');
    expect(records).toMatchObject([
      {
        number: '1077',
        placed_at: '2024-02-13 10:00:00 Africa/Cairo',
        state: 'delivered',
        customer: { name: 'منى عادل' },
        address: { governorate: 'Cairo' },
        payment_method: 'bank_transfer',
        lines: [
          { sku: 'MG-W', name: 'Mug', quantity: 2, price: 30 },
          { sku: '', name: 'Poster', quantity: 1, price: 30 },
        ],
        ...{ discount: 10, shipping: 30, total: 110, paid: 110 },
      },
    ]);
  });

  test('with a row for each item joins those of one order', async () => {
    const { records } = await read(
      `order_number,date,status,order_total,item_name,item_sku,item_quantity,item_subtotal
1,13/02/2024,processing,90,Mug,MG-W,2,60
1,13/02/2024,processing,90,Poster,,1,30
2,03/02/2024,cancelled,30,Poster,,1,30
`,
    );
    expect(records).toMatchObject([
      { number: '1', state: 'open', lines: [{ name: 'Mug', price: 30 }, { name: 'Poster' }], paid: 0 },
      { number: '2', placed_at: '2024-02-03 00:00:00 Africa/Cairo', state: 'cancelled' },
    ]);
  });
});

test('customers come with their consent as the file says it, and unknown where it says nothing', async () => {
  const { kind, records } = await read(
    `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address City,Default Address Province Code,Phone,Accepts SMS Marketing,Total Spent,Note,Tags
1,Mona,Adel,mona@example.com,yes,Maadi,C,'+201000000001,,900,Rings twice,VIP
`,
  );
  expect(kind).toBe('customers');
  expect(records).toMatchObject([
    {
      name: 'Mona Adel',
      email_consent: { state: 'given' },
      address: { governorate: 'Cairo' },
      tags: ['VIP'],
    },
  ]);
  expect(records[0]).not.toHaveProperty('sms_consent');
});

test('other lists are refused', async () => {
  await expect(read('Handle,Title,Variant Price\nmug,Mug,30\n')).rejects.toMatchObject({
    problem: 'unknown',
  });
  await expect(read('Order #,Status,N. Revenue\n1,completed,30\n')).rejects.toMatchObject({
    problem: 'unknown',
  });
  expect(() => readForeignJson('{"products": []}')).toThrow();
  expect(readForeignJson('{"orders": [{"number": "5"}]}')).toMatchObject({
    source: 'other',
    records: [{ number: '5', row: 1 }],
  });
});

describe('a date', () => {
  test.each([
    ['2023-05-01 14:22:10 +0200', '2023-05-01 14:22:10 +0200'],
    ['2023-05-01T14:22:10Z', '2023-05-01 14:22:10 UTC'],
    ['2023-05-01', '2023-05-01 00:00:00 Africa/Cairo'],
    ['25/12/2023 2:05 pm', '2023-12-25 14:05:00 Africa/Cairo'],
    ['12/25/2023', '2023-12-25 00:00:00 Africa/Cairo'],
    ['٢٥/١٢/٢٠٢٣', '2023-12-25 00:00:00 Africa/Cairo'],
    ['31/02/2023', ''],
    ['yesterday', ''],
    ['', ''],
  ])('%s', (cell, expected) => expect(readDate(cell, null)).toBe(expected));

  test('that could be two days is read as the others of its file, and not at all if they do not say', () => {
    expect(readDate('03/04/2024', dateOrderOf(['25/12/2023', '03/04/2024']))).toBe(
      '2024-04-03 00:00:00 Africa/Cairo',
    );
    expect(readDate('03/04/2024', dateOrderOf(['12/25/2023']))).toBe('2024-03-04 00:00:00 Africa/Cairo');
    expect(readDate('03/04/2024', dateOrderOf(['12/25/2023', '25/12/2023']))).toBe('');
    expect(readDate('03/04/2024', dateOrderOf(['01/02/2024']))).toBe('');
  });
});
