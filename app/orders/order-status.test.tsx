import { expect, it } from 'vitest';
import { casecraft } from '#app/brands/casecraft.ts';
import { meeplehouse } from '#app/brands/meeplehouse.ts';
import { northblock } from '#app/brands/northblock.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { OrderStatusBadge } from './order-status.tsx';
import { OrderTimeline } from './order-timeline.tsx';

const timeline = (
  <OrderTimeline
    live
    order={{
      status: 'in_production',
      order_lines: [],
      order_events: [
        {
          id: '1',
          actor: 'staff',
          from_status: 'confirmed',
          to_status: 'in_production',
          note: '',
          remark: null,
          pieces: null,
          created_at: '2026-03-01T10:00:00Z',
        },
      ],
    }}
  />
);

it.each([meeplehouse, casecraft])(
  'people of $name read that games and cases are packed, not made',
  (brand) => {
    expect(renderInStore(<OrderStatusBadge status="in_production" />, brand)).toContain('Being packed');
    expect(renderInStore(timeline, brand)).toContain('Being packed');
    expect(renderInStore(timeline, brand)).not.toContain('In production');
  },
);

it('people of garments read that they are in production', () => {
  expect(renderInStore(<OrderStatusBadge status="in_production" />, northblock)).toContain('In production');
  expect(renderInStore(timeline, northblock)).toContain('In production');
});
