import type { Sql } from 'embedded-supabase/database';
import { untilWaiting } from '../support/waiting.ts';
import { db, store } from './own-store.ts';
import { makePerson, type Outcome, type Person } from './people.ts';

/** The results of a number of calls that start at once. */
export const atOnce = <Result>(times: number, act: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)));

/** New customers of the test's store. */
export const newCustomers = (count: number): Promise<Person[]> =>
  atOnce(count, () => makePerson(db, store.tenantId));

/** Whether a statement was not refused. */
export const worked = (outcome: Outcome | undefined): boolean => outcome !== undefined && 'rows' in outcome;

/** Failures that are not refusals, such as deadlocks. */
export const broken = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter((outcome) => 'code' in outcome && outcome.code !== 'P0001');

/** The number of statements per outcome: `ok`, or why they were refused. */
function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const names = outcomes.map((outcome) => ('rows' in outcome ? 'ok' : (outcome.detail ?? outcome.code)));
  return Object.fromEntries(
    Object.entries(Object.groupBy(names, (name) => name)).map(([name, all = []]) => [name, all.length]),
  );
}

/** Places an order for each buyer at once, and counts the outcomes. */
export const rush = async (buyers: readonly Person[], document: (n: number) => Record<string, unknown>) =>
  tally(
    await atOnce(buyers.length, (n) =>
      (buyers[n] as Person).attempt('select place_order($1::text::jsonb)', [JSON.stringify(document(n))]),
    ),
  );

/** Runs two actions on each thing at once; each starts first half of the time. */
export function race<Thing, One, Other>(
  things: readonly Thing[],
  one: (thing: Thing) => Promise<One>,
  other: (thing: Thing) => Promise<Other>,
): Promise<[Thing, One, Other][]> {
  return Promise.all(
    things.map(async (thing, n): Promise<[Thing, One, Other]> => {
      if (n % 2) return [thing, ...(await Promise.all([one(thing), other(thing)]))];
      const [second, first] = await Promise.all([other(thing), one(thing)]);
      return [thing, first, second];
    }),
  );
}

/** Locks rows, starts changes one by one as soon as those before wait, and unlocks the rows. Returns the results. */
export async function inTurn<Result>(
  lock: (sql: Sql) => Promise<unknown>,
  ...changes: (() => Promise<Result>)[]
): Promise<Result[]> {
  const { started } = await db.owner.begin(async (sql) => {
    await lock(sql);
    const started: Promise<Result>[] = [];
    for (const change of changes) {
      started.push(change());
      await untilWaiting(db.owner, started.length);
    }
    return { started };
  });
  return Promise.all(started);
}
