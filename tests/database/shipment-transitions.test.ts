import { expect, test } from 'vitest';
import { parcelTransitions } from '../../app/admin/orders/model/parcels.ts';
import { Constants, type Enums } from '../../app/lib/database.types.ts';
import { db, storeForEachTest } from './own-store.ts';

storeForEachTest();

test('the back office offers the moves of a parcel that the database allows', async () => {
  const allowed = await db.owner<{ from_state: Enums<'shipment_state'>; to_state: string }[]>`
    select from_state, to_state from shipment_state_transitions where not takes_back and from_state is distinct from to_state
    order by from_state, to_state`;
  for (const state of Constants.public.Enums.shipment_state) {
    const targets = allowed.filter(({ from_state }) => from_state === state).map(({ to_state }) => to_state);
    const offered = parcelTransitions(state).filter((to) => to !== state);
    expect([state, ...offered.toSorted()]).toEqual([state, ...targets.toSorted()]);
  }
});
