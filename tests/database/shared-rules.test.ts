import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { addressForm } from '../../app/addresses/address-form.ts';
import { governorates } from '../../app/addresses/governorates.ts';
import { cairoDay } from '../../app/i18n/format.ts';
import { pointsEarned } from '../../app/product/product-price.ts';
import { workingDaysAfter } from '../../app/shipping/arrival.ts';
import { generalDelivery } from '../../app/shipping/general-delivery.ts';
import { runs } from '../support/runs.ts';
import { databaseForFile, db } from './own-store.ts';
import { anonymous } from './people.ts';
import { makeStore, orderOf, type Store } from './store.ts';

// Rules that pages apply before the database is asked, which decides by the same.

let store: Store;
databaseForFile({ alone: false });
beforeAll(async () => {
  store = await makeStore(db, 'shared-rules');
});

const numRuns = runs(200, 30);
const pounds = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((piastres) => piastres / 100);
const days = fc.record({ from: fc.integer({ min: 0, max: 9 }), more: fc.integer({ min: 0, max: 5 }) });

test('delivery costs, and takes, what the settings say until a place is known', async () => {
  const shipping = fc.record({
    defaultShippingFee: pounds(100),
    expressShippingFee: pounds(100),
    freeShippingThreshold: fc.option(pounds(1_000)),
    standard: days,
    express: days,
  });
  await fc.assert(
    fc.asyncProperty(shipping, pounds(1_000), fc.boolean(), async (chosen, goods, exactly) => {
      const { standard, express, ...fees } = chosen;
      const settings = {
        ...fees,
        standardDaysFrom: standard.from,
        standardDaysTo: standard.from + standard.more,
        expressDaysFrom: express.from,
        expressDaysTo: express.from + express.more,
      };
      const subtotal = exactly ? (fees.freeShippingThreshold ?? goods) : goods;
      await db.owner`
        update settings set shipping = ${settings} where tenant_id = ${store.tenantId}`;
      const options = await db.owner`
        select method::text, fee::float8, free_from::float8, days_from, days_to
        from shipping_options(${store.tenantId}, 'Cairo', '', ${subtotal})`;
      expect([...options]).toEqual(generalDelivery(settings, subtotal));
    }),
    { numRuns },
  );
});

test('an address is complete and short enough for the form where it is for an order', async () => {
  const text = (most: number) =>
    fc.oneof(
      fc.constantFrom('', ' ', 'Maadi'),
      fc.integer({ min: most - 1, max: most + 1 }).map((length) => 'م'.repeat(length)),
    );
  const address = fc.record({
    full_name: text(120),
    phone: fc.constantFrom(
      '01012345678',
      '+201512345678',
      '0020 11 1234 5678',
      '01312345678',
      '0101234567',
      '',
    ),
    governorate: fc.constantFrom(...governorates, 'Atlantis'),
    city: text(80),
    street: text(200),
    building: text(40),
    floor: text(20),
    apartment: text(20),
    landmark: text(200),
  });
  const sound = {
    full_name: 'Mona',
    phone: '01012345678',
    governorate: 'Cairo',
    city: 'Maadi',
    street: 'Road 9',
  };
  const optional = { building: '', floor: '', apartment: '', landmark: '' };
  await fc.assert(
    fc.asyncProperty(
      address,
      fc.subarray(Object.keys({ ...sound, ...optional }), { maxLength: 2 }),
      async (odd, fields) => {
        const given = {
          ...sound,
          ...optional,
          ...Object.fromEntries(fields.map((field) => [field, odd[field as keyof typeof odd]])),
        };
        const accepted = await db.owner`
          select private.order_address(${store.tenantId}, null, ${{ address: given }})`.then(
          () => true,
          ({ detail }) => {
            expect(detail).toBe('invalid_address');
            return false;
          },
        );
        expect(accepted).toBe(addressForm.safeParse(given).success);
      },
    ),
    { numRuns },
  );
});

test('a product shows the points that buying it earns', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 500_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      async (piastres, rate) => {
        const [price, earnRate] = [piastres / 100, rate / 100];
        await db.owner`
          update settings set points = ${{ enabled: true, earnRate, pointValue: 0.1 }} where tenant_id = ${store.tenantId}`;
        await db.owner`update products set price = ${price} where id = ${store.mugId}`;
        await db.owner`update product_variants set price = null where product_id = ${store.mugId}`;
        const lines = [{ product_id: store.mugId, quantity: 1 }];
        const [quote] = await db.run(
          anonymous,
          'select points_earned as earned from quote_order($1::text::jsonb)',
          [JSON.stringify(orderOf(store, { lines }))],
        );
        expect(quote?.earned).toBe(pointsEarned(price, earnRate));
      },
    ),
    { numRuns },
  );
});

test('working days are counted from today over the weekends of Egypt', async () => {
  const counted = await db.owner<{ count: number; today: string; day: string }[]>`
    select count, private.shop_time()::date::text as today, private.working_day(count)::text as day
    from generate_series(0, 60) count`;
  for (const { count, today, day } of counted) expect(workingDaysAfter(today, count)).toBe(day);
  expect(counted[0]?.today).toBe(cairoDay(Date.now()));
});
