import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { databaseForFile, db } from './own-store.ts';

databaseForFile();

type Kind = 'percent' | 'amount' | 'price' | 'cheapest' | 'set_price' | 'free_shipping';

interface Offer {
  id: number;
  kind: Kind;
  /** Percent or pounds. */
  value?: number;
  set_size?: number;
  reduced_pieces?: number;
  /** Products by number; all without any. */
  products?: number[];
  categories?: number[];
  minimum_pieces?: number;
  minimum_amount?: number;
  margin_percent?: number;
}

interface Line {
  product: number;
  category?: number;
  /** Piastres. */
  unit: number;
  quantity: number;
  cost?: number;
}

interface Share {
  line: number | null;
  offer: number;
  pieces: number;
  amount: number;
}

const idOf = (group: number, number: number) =>
  `0000000${group}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The engine's arguments as SQL. */
function argumentsOf(offers: readonly Offer[], lines: readonly Line[]): [offers: string, lines: string] {
  const offerRows = offers.map(({ id, products = [], categories = [], value = 0, ...offer }) => ({
    id: idOf(1, id),
    tenant_id: 'any',
    value,
    product_ids: products.map((product) => idOf(2, product)),
    category_ids: categories.map((category) => idOf(3, category)),
    minimum_pieces: 0,
    minimum_amount: 0,
    ...offer,
  }));
  const lineRows = lines.map(({ product, category, ...line }, place) => ({
    line: place,
    product_id: idOf(2, product),
    category_id: category === undefined ? null : idOf(3, category),
    ...line,
  }));
  const rows = (type: string, given: unknown) =>
    `array(select jsonb_populate_record(null::${type}, given) from jsonb_array_elements('${JSON.stringify(given)}') given)`;
  return [rows('public.offers', offerRows), rows('private.offer_line', lineRows)];
}

/** What the engine gives for a cart. */
async function given(offers: readonly Offer[], lines: readonly Line[]): Promise<Share[]> {
  const rows = await db.owner.unsafe<
    { line: number | null; offer_id: string; pieces: number; amount: string }[]
  >(`select share.* from unnest(private.offers_on_lines(${argumentsOf(offers, lines).join(', ')})) share`);
  return rows.map(({ line, offer_id, pieces, amount }) => ({
    line,
    offer: Number(offer_id.slice(-12)),
    pieces,
    amount: Number(amount),
  }));
}

const total = (shares: readonly Share[]) => shares.reduce((sum, { amount }) => sum + amount, 0);

const ten: Offer = { id: 1, kind: 'percent', value: 10 };
const threeForTwo: Offer = { id: 2, kind: 'cheapest', value: 100, set_size: 3, reduced_pieces: 1 };
const games = { category: 7 };
const gamesForTwo: Offer = { ...threeForTwo, categories: [7] };

describe('carts worked out by hand', () => {
  const one = (unit: number, quantity = 1, more: Partial<Line> = {}): Line => ({
    product: unit,
    unit,
    quantity,
    ...more,
  });
  test.each<
    [string, Offer[], Line[], [line: number | null, offer: number, pieces: number, amount: number][]]
  >([
    ['no offer gives nothing', [], [one(10_000)], []],
    ['ten percent of one piece', [ten], [one(10_000)], [[0, 1, 1, 1_000]]],
    ['ten percent is rounded on each piece', [ten], [one(1_005, 3)], [[0, 1, 3, 303]]],
    ['ten percent of a piastre rounds to none', [ten], [one(4)], []],
    ['a free line takes no part', [ten], [one(0), one(500)], [[1, 1, 1, 50]]],
    ['an amount off each piece', [{ id: 1, kind: 'amount', value: 20 }], [one(5_000, 2)], [[0, 1, 2, 4_000]]],
    ['no more than the price', [{ id: 1, kind: 'amount', value: 20 }], [one(1_500)], [[0, 1, 1, 1_500]]],
    ['a fixed price', [{ id: 1, kind: 'price', value: 99 }], [one(12_000, 2)], [[0, 1, 2, 4_200]]],
    ['a fixed price above the price', [{ id: 1, kind: 'price', value: 99 }], [one(9_000)], []],
    [
      'only the chosen category',
      [{ ...ten, categories: [7] }],
      [one(1_000, 1, games), one(2_000)],
      [[0, 1, 1, 100]],
    ],
    ['only the chosen product', [{ ...ten, products: [2_000] }], [one(1_000), one(2_000)], [[1, 1, 1, 200]]],
    [
      'a category or a product',
      [{ ...ten, categories: [7], products: [2_000] }],
      [one(1_000, 1, games), one(2_000), one(3_000)],
      [
        [0, 1, 1, 100],
        [1, 1, 1, 200],
      ],
    ],
    ['too few pieces', [{ ...ten, minimum_pieces: 3 }], [one(1_000, 2)], []],
    ['enough pieces', [{ ...ten, minimum_pieces: 3 }], [one(1_000, 3)], [[0, 1, 3, 300]]],
    [
      'pieces of others do not count',
      [{ ...ten, categories: [7], minimum_pieces: 2 }],
      [one(1_000, 1, games), one(900)],
      [],
    ],
    ['a piastre below the amount', [{ ...ten, minimum_amount: 100 }], [one(9_999)], []],
    ['exactly the amount', [{ ...ten, minimum_amount: 100 }], [one(10_000)], [[0, 1, 1, 1_000]]],
    [
      'steps are offers: the highest that is reached',
      [
        { ...ten, minimum_pieces: 2 },
        { ...ten, id: 3, value: 15, minimum_pieces: 4 },
      ],
      [one(1_000, 4)],
      [[0, 3, 4, 600]],
    ],
    [
      'the lower step until then',
      [
        { ...ten, minimum_pieces: 2 },
        { ...ten, id: 3, value: 15, minimum_pieces: 4 },
      ],
      [one(1_000, 3)],
      [[0, 1, 3, 300]],
    ],
    [
      'each piece has the better of two offers, and no more',
      [ten, { id: 3, kind: 'amount', value: 5 }],
      [one(10_000), one(2_000)],
      [
        [0, 1, 1, 1_000],
        [1, 3, 1, 500],
      ],
    ],
    ['of equal offers the first by id', [{ ...ten, id: 9 }, ten], [one(1_000)], [[0, 1, 1, 100]]],
    ['two of three for two', [threeForTwo], [one(1_000, 2)], []],
    ['the third piece is free, shared by all three', [threeForTwo], [one(3_000, 3)], [[0, 2, 3, 3_000]]],
    [
      'the cheapest is free, shared by price',
      [threeForTwo],
      [one(6_000), one(3_000), one(1_000)],
      [
        [0, 2, 1, 600],
        [1, 2, 1, 300],
        [2, 2, 1, 100],
      ],
    ],
    [
      'of six the third and the sixth, dearest first',
      [threeForTwo],
      [one(6_000, 3), one(1_000, 3)],
      [
        [0, 2, 3, 6_000],
        [1, 2, 3, 1_000],
      ],
    ],
    ['the fourth piece is not in a set', [threeForTwo], [one(3_000, 4)], [[0, 2, 3, 3_000]]],
    [
      'the fourth piece has another offer',
      [ten, threeForTwo],
      [one(3_000, 4)],
      [
        [0, 1, 1, 300],
        [0, 2, 3, 3_000],
      ],
    ],
    [
      'ten percent of all is better than a cheap third',
      [ten, threeForTwo],
      [one(10_000), one(9_000), one(1_000)],
      [
        [0, 1, 1, 1_000],
        [1, 1, 1, 900],
        [2, 1, 1, 100],
      ],
    ],
    [
      'half off the second',
      [{ ...threeForTwo, set_size: 2, value: 50 }],
      [one(5_000, 2)],
      [[0, 2, 2, 2_500]],
    ],
    [
      'three for a price',
      [{ id: 4, kind: 'set_price', value: 50, set_size: 3 }],
      [one(2_000, 3)],
      [[0, 4, 3, 1_000]],
    ],
    ['not if it is dearer', [{ id: 4, kind: 'set_price', value: 70, set_size: 3 }], [one(2_000, 3)], []],
    [
      'sets take the dear pieces',
      [{ id: 4, kind: 'set_price', value: 50, set_size: 2 }],
      [one(4_000), one(3_000), one(500)],
      [
        [0, 4, 1, 1_143],
        [1, 4, 1, 857],
      ],
    ],
    [
      'a margin of ten percent',
      [{ id: 1, kind: 'percent', value: 50, margin_percent: 10 }],
      [one(10_000, 1, { cost: 8_001 })],
      [[0, 1, 1, 1_198]],
    ],
    [
      'no margin without a cost',
      [{ id: 1, kind: 'percent', value: 50, margin_percent: 10 }],
      [one(10_000)],
      [[0, 1, 1, 5_000]],
    ],
    [
      'a margin above the price',
      [{ id: 1, kind: 'percent', value: 50, margin_percent: 10 }],
      [one(10_000, 1, { cost: 9_500 })],
      [],
    ],
    [
      'a margin in a set',
      [{ ...threeForTwo, margin_percent: 0 }],
      [one(3_000, 3, { cost: 2_500 })],
      [[0, 2, 3, 1_500]],
    ],
    [
      'free delivery',
      [{ id: 5, kind: 'free_shipping', minimum_amount: 50 }],
      [one(5_000)],
      [[null, 5, 0, 0]],
    ],
    ['no free delivery yet', [{ id: 5, kind: 'free_shipping', minimum_amount: 50 }], [one(4_000)], []],
    ['a set of a category leaves others alone', [gamesForTwo], [one(1_000, 2, games), one(1_000, 5)], []],
  ])('%s', async (_, offers, lines, expected) => {
    const shares = await given(offers, lines);
    expect(shares.map(({ line, offer, pieces, amount }) => [line, offer, pieces, amount])).toEqual(expected);
  });
});

const offerOf = (id: number): fc.Arbitrary<Offer> =>
  fc
    .record({
      kind: fc.constantFrom<Kind>(
        'percent',
        'amount',
        'price',
        'cheapest',
        'set_price',
        'cheapest',
        'set_price',
      ),
      value: fc.integer({ min: 1, max: 100 }),
      size: fc.integer({ min: 2, max: 4 }),
      products: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })),
      minimum_pieces: fc.constantFrom(0, 0, 0, 2, 4),
      margin_percent: fc.option(fc.integer({ min: 0, max: 40 })),
    })
    .map(({ kind, value, size, products, minimum_pieces, margin_percent }) => ({
      id,
      kind,
      value,
      minimum_pieces,
      ...(products ? { products } : {}),
      ...(margin_percent === null ? {} : { margin_percent }),
      ...(kind === 'cheapest' || kind === 'set_price' ? { set_size: size } : {}),
      ...(kind === 'cheapest' ? { reduced_pieces: size > 2 && value % 2 ? 2 : 1 } : {}),
    }));

const offersOf = (most: number) =>
  fc
    .integer({ min: 1, max: most })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => offerOf(n + 1))));

const cartOf = (lines: number, pieces: number): fc.Arbitrary<Line[]> =>
  fc.uniqueArray(
    fc.record({
      product: fc.integer({ min: 1, max: 5 }),
      unit: fc.integer({ min: 1, max: 12_000 }),
      quantity: fc.integer({ min: 1, max: pieces }),
      cost: fc.integer({ min: 0, max: 9_000 }),
    }),
    { minLength: 1, maxLength: lines, selector: ({ unit }) => unit },
  );

const covers = ({ products }: Offer, { product }: Line) => !products || products.includes(product);

const part = (unit: number, percent: number) => Math.floor((unit * percent * 100 + 5_000) / 10_000);

/** The largest reduction, by trying each assignment of pieces to offers. */
function best(offers: readonly Offer[], lines: readonly Line[]): number {
  const pieces = lines
    .flatMap((line) => Array.from({ length: line.quantity }, () => line))
    .sort((one, other) => other.unit - one.unit);
  const met = offers.filter(
    (offer) =>
      pieces.filter((piece) => covers(offer, piece)).length >=
      Math.max(offer.minimum_pieces ?? 0, offer.set_size ?? 1),
  );
  const sets = met.filter(({ set_size }) => set_size);
  const alone = (piece: Line) =>
    Math.max(
      0,
      ...met
        .filter((offer) => covers(offer, piece))
        .map(({ kind, value = 0 }) => {
          if (kind === 'percent') return part(piece.unit, value);
          if (kind === 'amount') return Math.min(value * 100, piece.unit);
          return kind === 'price' ? piece.unit - value * 100 : 0;
        }),
    );
  const worth = (
    { kind, value = 0, set_size: size = 1, reduced_pieces: reduced = 1 }: Offer,
    taken: Line[],
  ) => {
    if (taken.length % size !== 0) return Number.NEGATIVE_INFINITY;
    return taken.reduce((sum, { unit }, place) => {
      if (kind === 'cheapest') return sum + (place % size >= size - reduced ? part(unit, value) : 0);
      return sum + unit - (place % size === size - 1 ? value * 100 : 0);
    }, 0);
  };
  const tryFrom = (place: number, chosen: Line[][], sum: number): number => {
    const piece = pieces[place];
    if (!piece) return chosen.reduce((all, taken, n) => all + worth(sets[n] as Offer, taken), sum);
    return Math.max(
      tryFrom(place + 1, chosen, sum + alone(piece)),
      ...sets.map((offer, n) =>
        covers(offer, piece)
          ? tryFrom(
              place + 1,
              chosen.map((taken, other) => (other === n ? [...taken, piece] : taken)),
              sum,
            )
          : 0,
      ),
    );
  };
  return tryFrom(
    0,
    sets.map(() => []),
    0,
  );
}

describe('for random offers and carts', () => {
  const check = <Values extends unknown[]>(property: fc.IAsyncProperty<Values>, all: number, few: number) =>
    fc.assert(property as fc.IAsyncProperty<unknown>, { numRuns: runs(all, few), seed: 12 });

  test('no other assignment takes off more', async () => {
    await check(
      fc.asyncProperty(offersOf(3), cartOf(4, 2), async (random, lines) => {
        const offers = random.map(({ margin_percent: _, ...offer }) => offer);
        expect(total(await given(offers, lines))).toBe(best(offers, lines));
      }),
      400,
      60,
    );
  });

  test('the order of the cart and of the offers does not matter', async () => {
    await check(
      fc.asyncProperty(offersOf(6), cartOf(8, 5), async (offers, lines) => {
        const mirrored = await given([...offers].reverse(), [...lines].reverse());
        const turned = mirrored.map((share) => ({
          ...share,
          line: share.line === null ? null : lines.length - 1 - share.line,
        }));
        expect(new Set(turned.map((share) => JSON.stringify(share)))).toEqual(
          new Set((await given(offers, lines)).map((share) => JSON.stringify(share))),
        );
      }),
      300,
      60,
    );
  });

  test('no piece is taken twice, nothing costs less than nothing, and margins hold', async () => {
    await check(
      fc.asyncProperty(offersOf(6), cartOf(8, 5), async (offers, lines) => {
        const shares = await given(offers, lines);
        lines.forEach((line, place) => {
          const own = shares.filter((share) => share.line === place);
          expect(own.reduce((sum, { pieces }) => sum + pieces, 0)).toBeLessThanOrEqual(line.quantity);
          for (const { offer: id, pieces, amount } of own) {
            const offer = offers.find((one) => one.id === id);
            const least =
              offer?.margin_percent === undefined
                ? 0
                : Math.ceil(((line.cost ?? 0) * (100 + offer.margin_percent)) / 100);
            expect(amount).toBeGreaterThan(0);
            expect(pieces * line.unit - amount).toBeGreaterThanOrEqual(pieces * Math.min(least, line.unit));
          }
        });
      }),
      300,
      60,
    );
  });
});

test('twenty lines and sixty pieces under a hundred offers take less than a tenth of a second', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => ({
    product: n,
    category: n % 5,
    unit: 1_000 + 37 * n,
    quantity: 1,
  }));
  const offers = Array.from(
    { length: 100 },
    (_, n): Offer =>
      n % 10 === 0
        ? { id: n, kind: 'cheapest', value: 100, set_size: 3, reduced_pieces: 1, categories: [(n / 10) % 5] }
        : { id: n, kind: 'percent', value: 1 + (n % 30), products: [n % 20], minimum_pieces: n % 2 },
  );
  /** The median of its milliseconds in the database. */
  const timed = async (cart: Line[]) => {
    const [asOffers, asLines] = argumentsOf(offers, cart);
    await db.owner.unsafe(`create or replace function pg_temp.timed() returns double precision language plpgsql as $$
      declare
        v_offers public.offers[] := ${asOffers};
        v_lines private.offer_line[] := ${asLines};
        v_times double precision[] := '{}';
        v_began timestamptz;
      begin
        for v_turn in 1 .. 15 loop
          v_began := clock_timestamp();
          perform private.offers_on_lines(v_offers, v_lines);
          v_times := v_times || 1000 * extract(epoch from clock_timestamp() - v_began)::double precision;
        end loop;
        return (select percentile_cont(0.5) within group (order by time) from unnest(v_times) time);
      end $$`);
    const [row] = await db.owner<{ median: number }[]>`select pg_temp.timed() as median`;
    return row?.median ?? Number.NaN;
  };
  expect(await timed(lines)).toBeLessThan(100);
  expect(await timed(lines.map((line) => ({ ...line, quantity: 3 })))).toBeLessThan(100);
});
