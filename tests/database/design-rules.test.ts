import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readDesign } from '../../app/designer/design.ts';
import { PRINT_FONT_IDS } from '../../app/designer/print-fonts.ts';
import { GARMENT_TYPES } from '../../app/garments/types.ts';
import { runs } from '../support/runs.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { designOf, makeStore, move, orderOf, place, type Store, storedPicture } from './store.ts';

let store: Store;
let shopper: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  shopper = await makePerson(db, store.tenantId);
});

const source =
  'designs:inkthread/0b8f1c1e-0000-4000-8000-000000000001/0b8f1c1e-0000-4000-8000-000000000002.png';
const sound = () =>
  designOf(['Souk', 'سوق'], [source, source.replace('designs:inkthread', 'designs:meeplehouse')]);
type Path = (string | number)[];

/** A copy of the design with one value replaced or removed. */
function changed(path: Path, value: unknown): unknown {
  const copy = structuredClone(sound());
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  if (value === undefined) Reflect.deleteProperty(Object(parent), last);
  else Reflect.set(Object(parent), last, value);
  return copy;
}

const fields = {
  0: [
    'kind',
    'id',
    'side',
    'x',
    'y',
    'rotation',
    'text',
    'font',
    'size',
    'color',
    'align',
    'letterSpacing',
    'arc',
    'outline',
  ],
  2: [
    'kind',
    'id',
    'side',
    'x',
    'y',
    'rotation',
    'source',
    'name',
    'width',
    'height',
    'pixelWidth',
    'pixelHeight',
  ],
};
const paths: Path[] = [
  ...['version', 'garment', 'color', 'elements', 'more'].map((key) => [key]),
  ...Object.entries(fields).flatMap(([index, keys]) =>
    [...keys, 'more'].map((key) => ['elements', Number(index), key]),
  ),
];
const values = fc.oneof(
  fc.constantFrom(
    ...[
      undefined,
      null,
      true,
      {},
      [],
      '',
      ' ',
      'text',
      'image',
      'front',
      'back',
      'left',
      'center',
      't0',
      'i1',
      source,
    ],
    ...[
      '#ffffff',
      '#FFFFFF',
      '#fff',
      '#ffffff\n',
      'a\nb',
      '\u00a0',
      '1\n2\n3\n4\n5\n6',
      '1\n2\n3\n4\n5\n6\n7',
      'ﷺ',
      '😀',
    ],
    ...[
      'a'.repeat(40),
      'a'.repeat(41),
      'a'.repeat(60),
      'a'.repeat(61),
      'a'.repeat(80),
      'a'.repeat(81),
      'a'.repeat(120),
    ],
    ...[
      'a'.repeat(121),
      '😀'.repeat(60),
      '😀'.repeat(61),
      '😀'.repeat(80),
      '😀'.repeat(81),
      'local:x',
      `${source}\n`,
    ],
    ...[
      0, 1, 2, 1.5, -1, 0.5, 0.49, 25, 25.01, 60, 60.01, -60, -60.01, 70, 70.01, 360, -361, 12_000, 12_001,
      0.1, 180.5,
    ],
    ...[
      { color: '#111111', width: 0.05 },
      { color: '#111111', width: 0.3 },
      { color: '#111111' },
      { width: 0.05 },
    ],
    ...[{ color: '#111111', width: 0.05, more: 1 }, ...PRINT_FONT_IDS, 'comic-sans', ...GARMENT_TYPES, 'Hat'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.double({ min: -400, max: 400, noNaN: true }),
);

describe('the database accepts a design', () => {
  test('if the designer can open it and the print can render it, and no other', async () => {
    const designs = [
      sound(),
      ...paths.flatMap((path) =>
        fc.sample(values, { numRuns: runs(60, 15), seed: 7 }).map((value) => changed(path, value)),
      ),
      ...fc
        .sample(fc.tuple(fc.constantFrom(...paths), values), runs(3_000, 600))
        .map(([path, value]) => changed(path, value)),
      designOf(Array.from({ length: 40 }, () => 'a')),
      designOf(Array.from({ length: 41 }, () => 'a')),
      { ...sound(), elements: [...sound().elements, ...sound().elements.slice(0, 1)] },
    ].filter(
      (design) => !JSON.stringify(design).includes('\\u0000') && !/\\ud[89a-f]/i.test(JSON.stringify(design)),
    );
    const rows = await db.owner<{ taken: boolean }[]>`
      select private.is_design(design) as taken from jsonb_array_elements(${JSON.stringify(designs)}::text::jsonb)
        with ordinality as given (design, n) order by n`;
    const differences = designs.filter((design, n) => (readDesign(design) !== null) !== rows[n]?.taken);
    expect(differences).toEqual([]);
    expect(rows.filter(({ taken }) => taken).length).toBeGreaterThan(runs(100, 20));
  });
});

describe('an order with a design', () => {
  const order = (sources: string[]) =>
    orderOf(store, { lines: [{ quantity: 1, design: designOf([], sources), size: 'L', color: 'Black' }] });
  const outcome = (sources: string[]) =>
    shopper.attempt('select place_order($1::text::jsonb)', [JSON.stringify(order(sources))]);

  test('is refused while one of its pictures is missing, still in the browser or another person’s', async () => {
    const neighbour = await makePerson(db, store.tenantId);
    const theirs = await storedPicture(db, store.tenantId, neighbour.id);
    const own = await storedPicture(db, store.tenantId, shopper.id);
    for (const missing of [source, theirs, `local:${crypto.randomUUID()}`])
      expect(await outcome([own, missing])).toMatchObject({
        detail: 'invalid_design',
        message: expect.stringContaining('A picture'),
      });
    expect(await outcome([own])).toHaveProperty('rows');
  });

  test('keeps its pictures until it is printed', async () => {
    const admin = await makePerson(db, store.tenantId, 'admin');
    const own = await storedPicture(db, store.tenantId, shopper.id);
    const placed = await place(db, shopper.identity, order([own]));
    const remove = () =>
      shopper.run("delete from storage.objects where bucket_id = 'designs' and name = $1 returning name", [
        own.slice('designs:'.length),
      ]);
    expect(await remove()).toEqual([]);
    await move(db, admin.identity, placed.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    expect(await remove()).toHaveLength(1);
  });
});
