import { expect, it } from 'vitest';
import { northblock } from '#app/brands/northblock.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { ProposedChange } from './proposed-change.tsx';

const edit = {
  id: 'e1',
  tenant_id: 'northblock',
  order_id: 'o1',
  number: 1,
  state: 'proposed',
  difference: 180,
  fee_difference: 0,
  reason: 'You called us',
  decided_at: null,
  applied_at: null,
  next_states: ['applied', 'declined'],
  created_at: '2026-03-01T10:00:00Z',
} as const;

it('a change with extra cost names what it adds, however it was requested', () => {
  // Requested by product, without a name.
  const changes = { add: [{ product_id: 'p1', quantity: 2 }] };
  const added = [
    {
      ...{
        name: 'Woven belt',
        quantity: 2,
        size: 'M',
        color: null,
        type: null,
        options: [],
        translations: {},
      },
      ...{ garment: null, image: null, unit_price: 90, total: 180 },
    },
  ];
  const shown = renderInStore(
    <ProposedChange
      order={{
        order_edits: [
          { ...edit, next_states: [...edit.next_states], changes, shown_changes: changes, added },
        ],
        order_lines: [],
      }}
      readAgain={async () => {}}
    />,
    northblock,
  );
  expect(shown).toContain('2 × Woven belt · M');
  expect(shown).toContain('180 EGP');
});
