import { describe, expect, it } from 'vitest';
import { Constants } from './database.types.ts';
import { type CountedFigure, figureGroups, groupFigures, listPath, rowsQuery } from './morning-figures.ts';

const counted = (
  tenant_id: string,
  figure: CountedFigure['figure'],
  entries: number,
  amount = 0,
  before: Partial<CountedFigure> = {},
): CountedFigure => ({ tenant_id, figure, entries, amount, entries_before: 0, amount_before: 0, ...before });

describe('the figures of the morning', () => {
  it('are all in a group', () => {
    expect(figureGroups.flatMap(({ figures }) => figures).toSorted()).toEqual(
      Constants.public.Enums.morning_figure.toSorted(),
    );
  });

  it('stand side by side in the order of the stores, then added up, money to the piastre', () => {
    const figures = [
      counted('casecraft', 'sold', 2, 0.1, { amount_before: 5 }),
      counted('inkthread', 'sold', 1, 0.2),
      counted('inkthread', 'orders_late', 3),
    ];
    expect(groupFigures(figures, ['inkthread', 'casecraft'])).toEqual([
      {
        group: 'sold',
        rows: [
          {
            figure: 'sold',
            cells: [
              { tenantId: 'inkthread', entries: 1, value: 20, before: 0 },
              { tenantId: 'casecraft', entries: 2, value: 10, before: 500 },
            ],
            sum: { tenantId: undefined, entries: 3, value: 30, before: 500 },
          },
        ],
      },
      {
        group: 'late',
        rows: [
          {
            figure: 'orders_late',
            cells: [{ tenantId: 'inkthread', entries: 3, value: 3, before: 0 }],
            sum: undefined,
          },
        ],
      },
    ]);
  });

  it('open their rows, with the day where it matters', () => {
    expect(rowsQuery('sold', 'inkthread', '2026-03-01')).toBe('?figure=sold&store=inkthread&day=2026-03-01');
    expect(rowsQuery('orders_late', undefined, '2026-03-01')).toBe('?figure=orders_late');
    expect(listPath('to_pack')).toBe('/admin/orders?queue=to_pack');
    expect(listPath('orders_late')).toBeUndefined();
  });
});
