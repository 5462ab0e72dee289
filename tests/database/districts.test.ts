import { beforeAll, describe, expect, test } from 'vitest';
import { governorates } from '../../app/addresses/governorates.ts';
import { sharedDatabase, type TestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { anonymous } from './people.ts';

interface District {
  id: string;
  governorate: string;
  name: string;
  name_ar: string;
}

let db: TestDatabase;
let districts: District[];

beforeAll(async () => {
  db = await sharedDatabase();
  districts = await db.owner<District[]>`select id, governorate, name, name_ar from districts order by id`;
});

/** Common spellings of a district's names. */
function spellings({ name, name_ar }: District): string[] {
  const bare = name.replace(/^El /, '');
  const spelled = name_ar.replaceAll('ة', 'ه').replace(/[أإآ]/g, 'ا');
  return [
    ...[name, ` ${name.toUpperCase()} `, bare === name ? `El-${name}` : bare],
    ...[name_ar, name_ar.startsWith('ال') ? name_ar.slice(2) : `ال${name_ar}`, spelled.replaceAll('ى', 'ي')],
    spelled.replace(/ي(?= |$)/g, 'ى').replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''),
  ];
}

/** A district's names of more than five letters, each without one letter. */
const withALetterLess = ({ name, name_ar }: District): string[] =>
  [name, name_ar].flatMap((text) =>
    [1, 3, text.length - 1]
      .filter((at) => text.length > 5 && text[at] !== ' ')
      .map((at) => text.slice(0, at) + text.slice(at + 1)),
  );

/** Spellings of districts that fail a condition on `wanted`. */
async function failing(condition: string, spelled: (district: District) => string[]): Promise<string[]> {
  // All of them, or every eighth.
  const checked = districts.filter((_, n) => n % runs(1, 8) === 0);
  const wanted = checked.flatMap((district) =>
    [...new Set(spelled(district))].map((text) => ({ ...district, text })),
  );
  const rows = await db.owner.unsafe(
    `select wanted.id, wanted.text from unnest($1::text[], $2::governorate[], $3::text[]) wanted (id, governorate, text)
      where (${condition}) is not true`,
    [
      wanted.map(({ id }) => id),
      wanted.map(({ governorate }) => governorate),
      wanted.map(({ text }) => text),
    ],
  );
  return rows.map(({ id, text }) => `${id}: ${text}`);
}

describe('districts', () => {
  test('exist for every governorate, with a name in each script', () => {
    expect(new Set(districts.map(({ governorate }) => governorate))).toEqual(new Set(governorates));
    expect(districts.length).toBeGreaterThan(330);
    for (const { name, name_ar } of districts) {
      expect(name).toMatch(/^[A-Za-z0-9 ]+$/);
      expect(name_ar).toMatch(/^[\u0600-\u06ff0-9 ]+$/);
    }
  });

  test('share no name with another district of their governorate', async () => {
    expect(
      await db.owner`select one.id, other.id as other from districts one
        join districts other on other.governorate = one.governorate and other.id > one.id and other.keys && one.keys`,
    ).toEqual([]);
  });
});

describe('a district search', () => {
  const found = (query: string, governorate: string | null = null, limit = 8) =>
    db.run(anonymous, 'select name, is_exact from find_districts($1, $2::text::governorate, $3)', [
      query,
      governorate,
      limit,
    ]);
  const names = async (...asked: Parameters<typeof found>) =>
    (await found(...asked)).map(({ name }) => String(name));

  test('finds it by its name in either script, with and without the article, in any spelling', async () => {
    const condition =
      'wanted.id in (select district.id from find_districts(wanted.text) district where is_exact)';
    expect(await failing(condition, spellings)).toEqual([]);
  });

  test('finds it in its governorate by its name with a missing letter', async () => {
    const condition =
      'wanted.id in (select district.id from find_districts(wanted.text, wanted.governorate) district)';
    expect(await failing(condition, withALetterLess)).toEqual([]);
  });

  test.each([
    ['maady', 'Maadi'],
    ['المعادى', 'Maadi'],
    ['nasr cty', 'Nasr City'],
    ['madinet nasr', 'Nasr City'],
    ['6 october', '6th of October City'],
    ['٦ اكتوبر', '6th of October City'],
    ['أكتوبر', '6th of October City'],
    ['helio', 'Heliopolis'],
    ['hliopo', 'Heliopolis'],
    ['mohandsen', 'Mohandessin'],
    ['التجمع', 'Fifth Settlement'],
    ['el mahala', 'El Mahalla El Kubra'],
    ['sharm', 'Sharm El Sheikh'],
  ])('lists it first for “%s”', async (query, name) => {
    expect((await names(query))[0]).toBe(name);
  });

  test('lists others of its governorate when that is typed, or nothing is', async () => {
    const [, ...ofSuez] = [
      await names('suez'),
      await names('السويس', null, 100),
      await names('', 'Suez', 100),
    ];
    const all = districts.filter(({ governorate }) => governorate === 'Suez').map(({ name }) => name);
    for (const some of ofSuez) expect(some).toEqual(expect.arrayContaining(all));
  });

  test('returns only a few, whatever is typed', async () => {
    expect(await names('')).toEqual([]);
    expect(await names('%')).toEqual([]);
    expect(await names('x'.repeat(100_000))).toEqual([]);
    expect(await names('el', null, 1_000_000)).toHaveLength(100);
    expect(await names('el', null, -1)).toHaveLength(1);
  });

  test('searches only its governorate if one is given', async () => {
    expect(await names('Badr', 'Beheira')).toEqual(['Badr']);
    expect(await names('Maadi', 'Beheira')).toEqual([]);
  });
});

describe('the city of an address', () => {
  const known = async (governorate: string, city: string | null) =>
    (await db.owner`select private.district_of(${governorate}, ${city}) as id`)[0]?.id;

  test('is the district of its governorate that it names, and never another one', async () => {
    const condition = 'private.district_of(wanted.governorate::text, wanted.text) = wanted.id';
    expect(await failing(condition, spellings)).toEqual([]);
    expect(await failing(`coalesce(${condition}, true)`, withALetterLess)).toEqual([]);
  });

  test('tolerates a wrong letter', async () => {
    expect(await known('Cairo', 'Maady')).toBe('cairo-maadi');
    expect(await known('Cairo', 'El Mokatam')).toBe('cairo-mokattam');
    expect(await known('Cairo', 'هليوبليس')).toBe('cairo-heliopolis');
  });

  test('is no district if another governorate has it, if several match, and if nobody knows it', async () => {
    for (const [governorate, city] of [
      ['Giza', 'Maadi'],
      ['Monufia', 'Banha'],
      ['Cairo', 'Somewhere'],
      ['Cairo', ''],
      ['Cairo', null],
      ['Nowhere', 'Maadi'],
      ['Cairo', 'x'.repeat(100_000)],
    ] as const)
      expect(await known(governorate, city)).toBeNull();
  });
});
