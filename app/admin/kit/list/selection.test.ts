import { describe, expect, it } from 'vitest';
import { nothingSelected, pageToggled, remaining, toggled } from './selection.ts';

const page = ['a', 'b', 'c', 'd'];
const chosen = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted();

describe('M91 choosing rows of a list', () => {
  it('switches one row on and off', () => {
    const one = toggled(nothingSelected, 'b', page);
    expect(chosen(one)).toEqual(['b']);
    expect(chosen(toggled(one, 'b', page))).toEqual([]);
  });

  it('takes the rows from the last one on, in both directions', () => {
    const one = toggled(nothingSelected, 'c', page);
    expect(chosen(toggled(one, 'a', page, true))).toEqual(['a', 'b', 'c']);
    expect(chosen(toggled(toggled(one, 'd', page), 'b', page, true))).toEqual(['b', 'c', 'd']);
  });

  it('takes one row when the last one is on another page', () => {
    const elsewhere = toggled(nothingSelected, 'z', ['y', 'z']);
    expect(chosen(toggled(elsewhere, 'b', page, true))).toEqual(['b', 'z']);
  });

  it('switches a whole page and leaves other pages alone', () => {
    const elsewhere = toggled(nothingSelected, 'z', ['z']);
    const all = pageToggled(elsewhere, page);
    expect(chosen(all)).toEqual(['a', 'b', 'c', 'd', 'z']);
    expect(chosen(pageToggled(all, page))).toEqual(['z']);
  });

  it('leaves out the rows that are gone', () => {
    const two = toggled(toggled(nothingSelected, 'a', page), 'c', page);
    expect(chosen(remaining(two, new Set(['a', 'z'])))).toEqual(['c']);
  });
});
