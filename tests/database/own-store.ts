import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { createTestDatabase, sharedDatabase, type TestDatabase } from '../support/database.ts';
import { makePerson, type Person, server } from './people.ts';
import { freshTenant, makeStore, move, orderOf, type PlacedOrder, place, type Store } from './store.ts';

export let db: TestDatabase;
export let store: Store;
export let shopper: Person;
export let admin: Person;

interface Surroundings {
  /** The tests query all stores, such as for due messages, or change what stores share. */
  alone?: boolean;
  /** The tests corrupt rows as only a bug would, so the ledgers need not balance at the end. */
  tampers?: boolean;
}

/** Gives a test file a database: its own, or the one that the files of a worker share. Before other preparations. */
export function databaseForFile({ alone = true }: Pick<Surroundings, 'alone'> = {}): void {
  beforeAll(async () => {
    db = await (alone ? createTestDatabase() : sharedDatabase());
  });
  afterAll(async () => {
    if (alone) await db.drop();
  });
}

/**
 * Gives each test of a file its own store with a customer and an admin, in a database that also has the stores of other
 * files. At the end their ledgers must balance.
 */
export function storeForEachTest({ tampers = false, alone = tampers }: Surroundings = {}): void {
  const own = new Set<unknown>();
  databaseForFile({ alone });
  beforeEach(async () => {
    await openStore(freshTenant());
    own.add(store.tenantId);
  });
  afterAll(async () => {
    const differences = await checkLedger(db.owner);
    // Errors of other files' stores are reported there.
    if (!tampers)
      expect(differences.filter(({ row }) => !row.tenant_id || own.has(row.tenant_id))).toEqual([]);
  });
}

/** Gives a test file a database with one store for all its tests, with a customer and an admin. */
export function storeForAllTests(tenantId: string): void {
  databaseForFile();
  beforeAll(() => openStore(tenantId));
}

async function openStore(tenantId: string): Promise<void> {
  store = await makeStore(db, tenantId);
  shopper = await makePerson(db, store.tenantId);
  admin = await makePerson(db, store.tenantId, 'admin');
}

/** Places an order as the test's customer. */
export const buy = (changes: Record<string, unknown> = {}): Promise<PlacedOrder> =>
  place(db, shopper.identity, orderOf(store, changes));

/** Places an order as the test's customer and delivers it. */
export async function delivered(changes: Record<string, unknown> = {}): Promise<PlacedOrder> {
  const order = await buy(changes);
  return move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
}

/** Gives a customer of the test's store points. */
export async function givePoints({ id }: Pick<Person, 'id'>, points: number): Promise<void> {
  await db.run(server, "select adjust_points($1, $2::text::uuid, $3::text::integer, 'A gift')", [
    store.tenantId,
    id,
    String(points),
  ]);
}

/** The point balance of the test's customer, and the points spent. */
export async function points(): Promise<number[]> {
  const [row] = await db.owner`select points, redeemed_points from profiles where id = ${shopper.id}`;
  return [row?.points, row?.redeemed_points];
}
