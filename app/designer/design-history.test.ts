import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from './design.ts';
import { blankDesign } from './design-edits.ts';
import { type History, type HistoryStep, historyAfter, newHistory } from './design-history.ts';

const named = (color: string): Design => blankDesign('Hoodie', color);
const start = named('black');
const historyOf = (...steps: HistoryStep[]): History => steps.reduce(historyAfter, newHistory(start));
const to = (color: string, group?: string): HistoryStep => ({
  type: 'change',
  to: named(color),
  ...(group ? { group } : {}),
});

describe('design history', () => {
  it('undoes and redoes', () => {
    expect(historyOf(to('red'), to('navy'), { type: 'undo' }).present.color).toBe('red');
    expect(historyOf(to('red'), to('navy'), { type: 'undo' }, { type: 'redo' }).present.color).toBe('navy');
    expect(historyOf(to('red'), { type: 'undo' }, { type: 'undo' }).present).toBe(start);
  });

  it('drops undone steps after a new change', () => {
    const history = historyOf(to('red'), { type: 'undo' }, to('navy'), { type: 'redo' });
    expect(history.present.color).toBe('navy');
    expect(history.future).toEqual([]);
  });

  it('undoes changes of one group together', () => {
    const history = historyOf(to('a', 'text 1'), to('ab', 'text 1'), to('abc', 'text 1'), { type: 'undo' });
    expect(history.present).toBe(start);
    expect(historyOf(to('a', 'text 1'), to('b', 'text 2'), { type: 'undo' }).present.color).toBe('a');
    expect(historyOf(to('a', 'x'), { type: 'undo' }, to('b', 'x'), { type: 'undo' }).present).toBe(start);
  });

  it('returns the same object for a step that changes nothing', () => {
    const history = newHistory(start);
    expect(historyAfter(history, { type: 'undo' })).toBe(history);
    expect(historyAfter(history, { type: 'redo' })).toBe(history);
    expect(historyAfter(history, { type: 'change', to: start })).toBe(history);
  });

  it('has nothing to undo in an opened design', () => {
    expect(historyAfter(newHistory(named('navy')), { type: 'undo' }).present.color).toBe('navy');
  });

  it('holds a hundred steps', () => {
    const many = Array.from({ length: 150 }, (_, i) => to(`c${i}`));
    expect(historyOf(...many).past).toHaveLength(100);
  });

  it('undoing all and redoing all ends at the same design, whatever the steps', () => {
    const step = fc.oneof(
      fc.string({ minLength: 1, maxLength: 3 }).map((color) => to(color)),
      fc.constant<HistoryStep>({ type: 'undo' }),
      fc.constant<HistoryStep>({ type: 'redo' }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let history = historyOf(...steps);
        const end = history.present;
        while (history.past.length > 0) history = historyAfter(history, { type: 'undo' });
        expect(history.present).toBe(start);
        const { future } = history;
        const last = future.indexOf(end);
        for (let i = 0; i <= last; i++) history = historyAfter(history, { type: 'redo' });
        expect(history.present).toBe(end);
      }),
    );
  });
});
