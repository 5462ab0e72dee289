import { expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';

databaseForFile({ alone: false });

/**
 * Every combination for an order of three pieces: how many are cancelled, returned to sender, shipped, delivered of those and
 * returned of those, with ! while a return is open. Pieces not yet packed leave the status as staff set it.
 */
const standings = {
  'where staff brought it': '00000 01000 02000 10000 11000 20000',
  partly_sent: '00100 00200 01100 10100',
  shipped: '00300 01200 02100 10200 11100 20100',
  partly_delivered:
    '00110 00111 00210 00211 00220 00221 00222 00310 00311 00320 00321 00322 01110 01111 01210 01211 10110 10111 10210 10211',
  delivered: '00330 01220 02110 10220 11110 20110',
  return_requested:
    '00110! 00210! 00220! 00221! 00310! 00320! 00321! 00330! 00331! 00332! 01110! 01210! 01220! 01221! 02110! 10110! 10210! 10220! 10221! 11110! 20110!',
  partly_returned: '00331 00332 01221 10221',
  returned: '00333 01222 02111 10222 11111 20111',
  returned_to_sender: '03000 12000 21000',
  cancelled: '30000',
};

const rows = Object.entries(standings).flatMap(([status, ways]) =>
  ways.split(' ').map((way): [string, string] => [way, status]),
);

test('the table has each status of an order of three pieces, once', () => {
  const upTo = (most: number) => Array.from({ length: most + 1 }, (_, n) => n);
  const ways = upTo(3).flatMap((cancelled) =>
    upTo(3 - cancelled).flatMap((back) =>
      upTo(3 - cancelled - back).flatMap((sent) =>
        upTo(sent).flatMap((arrived) =>
          upTo(arrived).flatMap((returned) => {
            const way = [cancelled, back, sent, arrived, returned].join('');
            return returned < arrived ? [way, `${way}!`] : [way];
          }),
        ),
      ),
    ),
  );
  expect(rows.map(([way]) => way).toSorted()).toEqual(ways.toSorted());
});

test.each(['awaiting_payment', 'pending', 'confirmed', 'in_production'])(
  'an order that staff moved to %s has the status implied by its pieces',
  async (stage) => {
    const derived = await db.owner<{ way: string; status: string }[]>`
      select way, private.order_status_of(
        ${stage}::text::order_stage, 3, substr(way, 1, 1)::int, substr(way, 2, 1)::int, substr(way, 3, 1)::int,
        substr(way, 4, 1)::int, substr(way, 5, 1)::int, way like '%!')::text as status
      from unnest(${rows.map(([way]) => way)}::text[]) way`;
    const of = new Map(derived.map(({ way, status }) => [way, status]));
    for (const [way, status] of rows)
      expect(of.get(way), way).toBe(status === 'where staff brought it' ? stage : status);
  },
);

test('an order without pieces has the status that staff set', async () => {
  const [row] = await db.owner`
    select private.order_status_of('confirmed', 0, 0, 0, 0, 0, 0, false)::text as status`;
  expect(row).toEqual({ status: 'confirmed' });
});
