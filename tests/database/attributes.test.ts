import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { anonymous, makePerson, type Person } from './people.ts';
import { freshTenant } from './store.ts';

let admin: Person;
const tenantId = freshTenant();
const players = randomUUID();
const minutes = randomUUID();
const fit = randomUUID();
const coop = randomUUID();
const motto = randomUUID();

databaseForFile();
beforeAll(async () => {
  await db.owner`insert into tenants (id, name) values (${tenantId}, 'Games'), (${`${tenantId}b`}, 'Others')`;
  admin = await makePerson(db, tenantId, 'admin');
  await db.owner`insert into attributes (id, tenant_id, name, kind, unit, choices) values
    (${players}, ${tenantId}, 'Players', 'number', 'players', '{}'),
    (${minutes}, ${tenantId}, 'Playing time', 'number', 'min', '{}'),
    (${fit}, ${tenantId}, 'Fit', 'choice', '', '{Loose,Fitted}'),
    (${coop}, ${tenantId}, 'Cooperative', 'boolean', '', '{}'),
    (${motto}, ${tenantId}, 'Motto', 'text', '', '{}')`;
  await add('Harbour', { [players]: { from: 2, to: 5 }, [minutes]: 45, [coop]: true });
  await add('Duel', { [players]: 2, [minutes]: 30, [fit]: 'Loose' });
  await add('Party', { [players]: { from: 4, to: 8 }, [minutes]: 20.5, [motto]: 'Loud evenings' });
  await add('Puzzle', {});
});

const add = (name: string, attributes: object) =>
  admin.run(
    'insert into products (tenant_id, name, price, stock, attributes) values ($1, $2, 10, 3, $3::text::jsonb)',
    [tenantId, name, JSON.stringify(attributes)],
  );
const change = (name: string, attributes: object) =>
  admin.run('update products set attributes = $3::text::jsonb where tenant_id = $1 and name = $2', [
    tenantId,
    name,
    JSON.stringify(attributes),
  ]);

async function found(chosen: string[], search: string | null = null) {
  const rows = await db.run(
    anonymous,
    "select name from search_products($1, $2, p_attributes => $3, p_sort => 'name')",
    [tenantId, search, chosen],
  );
  return rows.map(({ name }) => name);
}

async function counted(attribute: string, chosen: string[] = []) {
  const rows = await db.run(
    anonymous,
    'select value, products from product_facets($1, p_attributes => $2) where facet = $3 order by value',
    [tenantId, chosen, attribute],
  );
  return Object.fromEntries(rows.map(({ value, products }) => [value, Number(products)]));
}

describe('products are found by their attributes', () => {
  test('a range finds every product whose number or own range it meets', async () => {
    expect(await found([`${players}:3..3`])).toEqual(['Harbour']);
    expect(await found([`${players}:5..`])).toEqual(['Harbour', 'Party']);
    expect(await found([`${players}:..2`])).toEqual(['Duel', 'Harbour']);
    expect(await found([`${minutes}:20..30`])).toEqual(['Duel', 'Party']);
    expect(await found([`${players}:9..`])).toEqual([]);
  });

  test('values of one attribute are alternatives, different attributes narrow each other', async () => {
    expect(await found([`${players}:2..2`, `${players}:8..8`])).toEqual(['Duel', 'Harbour', 'Party']);
    expect(await found([`${players}:2..2`, `${minutes}:40..`])).toEqual(['Harbour']);
    expect(await found([`${coop}:true`, `${fit}:Loose`])).toEqual([]);
  });

  test('an invalid filter finds or narrows nothing, and is no error', async () => {
    expect(await found([`${players}:many`])).toEqual([]);
    expect(await found([`${fit}:Tight`])).toEqual([]);
    expect(await found(['players:2..2', `${randomUUID()}:x`, ''])).toHaveLength(4);
  });

  test('each value is counted with the other filters applied and its own omitted', async () => {
    expect(await counted(players)).toEqual({ '2..2': 1, '2..5': 1, '4..8': 1 });
    expect(await counted(players, [`${minutes}:40..`])).toEqual({ '2..5': 1 });
    expect(await counted(players, [`${players}:8..8`])).toEqual({ '2..2': 1, '2..5': 1, '4..8': 1 });
    expect(await counted(fit)).toEqual({ Loose: 1 });
  });

  test('search finds a choice, a text, a number with its unit and a yes', async () => {
    expect(await found([], 'loose')).toEqual(['Duel']);
    expect(await found([], 'loud evenings')).toEqual(['Party']);
    expect(await found([], '45 min')).toEqual(['Harbour']);
    expect(await found([], 'cooperative')).toEqual(['Harbour']);
  });
});

describe('values are what the attribute takes', () => {
  test.each([
    ['a text for a number', () => ({ [players]: '4' })],
    ['a range the wrong way round', () => ({ [players]: { from: 5, to: 2 } })],
    ['a range with more in it', () => ({ [players]: { from: 2, to: 5, about: true } })],
    ['a choice that there is not', () => ({ [fit]: 'Tight' })],
    ['a word for a yes', () => ({ [coop]: 'yes' })],
    ['an empty text', () => ({ [motto]: '' })],
    ['an attribute of nobody', () => ({ [randomUUID()]: 1 })],
  ])('%s is refused', async (_, values) => {
    await expect(change('Puzzle', values())).rejects.toMatchObject({ code: '23514' });
    await expect(add('Another', values())).rejects.toMatchObject({ code: '23514' });
  });

  test("another store's attribute is refused", async () => {
    const foreign = randomUUID();
    await db.owner`insert into attributes (id, tenant_id, name, kind) values (${foreign}, ${`${tenantId}b`}, 'Players', 'number')`;
    await expect(change('Puzzle', { [foreign]: 1 })).rejects.toMatchObject({ code: '23514' });
  });

  test('products keep a removed choice until somebody chooses another', async () => {
    await admin.run("update attributes set choices = '{Fitted}' where id = $1", [fit]);
    await change('Duel', { [players]: 2, [minutes]: 30, [fit]: 'Loose', [coop]: false });
    await expect(change('Puzzle', { [fit]: 'Loose' })).rejects.toMatchObject({ code: '23514' });
    await admin.run("update attributes set choices = '{Loose,Fitted}' where id = $1", [fit]);
  });
});

describe('an attribute changes for all of its products at once', () => {
  test('one that no longer filters leaves the filters, and comes back to them', async () => {
    const filters = (on: boolean) =>
      admin.run('update attributes set is_filter = $2 where id = $1', [minutes, on]);
    await filters(false);
    expect(await counted(minutes)).toEqual({});
    await filters(true);
    expect(await counted(minutes)).toEqual({ '20.5..20.5': 1, '30..30': 1, '45..45': 1 });
  });

  test('search knows its new name', async () => {
    await admin.run("update attributes set name = 'Teamwork' where id = $1", [coop]);
    expect([await found([], 'teamwork'), await found([], 'cooperative')]).toEqual([['Harbour'], []]);
  });

  test('a deleted one is removed from every product, and so is a category only it was for', async () => {
    const [category] = await admin.run(
      "insert into categories (tenant_id, name) values ($1, 'Card games') returning id",
      [tenantId],
    );
    const cards = randomUUID();
    await admin.run(
      "insert into attributes (id, tenant_id, name, kind, category_ids) values ($1, $2, 'Cards', 'number', array[$3]::text[]::uuid[])",
      [cards, tenantId, String(category?.id)],
    );
    await change('Puzzle', { [cards]: 52, [players]: 1 });
    await admin.run('delete from categories where id = $1', [String(category?.id)]);
    const [puzzle] =
      await db.owner`select attributes from products where name = 'Puzzle' and tenant_id = ${tenantId}`;
    expect(puzzle?.attributes).toEqual({ [players]: 1 });
    expect(await found([`${cards}:52..52`])).toHaveLength(4);
  });

  test('it cannot belong to another store’s categories', async () => {
    const attribute =
      'insert into attributes (tenant_id, name, kind, category_ids) values ($1, $2, $3, array[gen_random_uuid()])';
    await expect(admin.run(attribute, [tenantId, 'Weight', 'number'])).rejects.toMatchObject({
      detail: 'unknown_category',
    });
  });
});
