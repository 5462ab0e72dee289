import type { Difference } from '../../kit/edit/versions.ts';
import { combinationName, combinations, type Grid, type GridRow } from './combinations.ts';

type Cell = { field: string; key: string; column: keyof GridRow };

const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const columns = ['sku', 'barcode', 'price', 'was', 'stock', 'weight', 'picture', 'sold'] as const;

/** The cells of the rows that any of some grids has. */
function cellsOf(grids: readonly Grid[]): Cell[] {
  const keys = new Set(grids.flatMap(({ options }) => combinations(options).map(({ key }) => key)));
  return [...keys].flatMap((key) => columns.map((column) => ({ field: `${key} ${column}`, key, column })));
}

const active = ({ options, rows }: Grid): Grid['rows'] =>
  Object.fromEntries(combinations(options).flatMap(({ key }) => (rows[key] ? [[key, rows[key]]] : [])));

/**
 * What two people left different in a grid, cell by cell. Nobody is asked about pieces: what one added or took is added to
 * or taken from what there is.
 */
export function gridDifferences(opened: Grid, mine: Grid, theirs: Grid): Difference[] {
  const found: Difference[] = [];
  const note = (field: string, [was, my, their]: readonly [unknown, unknown, unknown], asks: boolean) => {
    if (alike(my, their)) return;
    const [changed, theyChanged] = [!alike(my, was), !alike(their, was)];
    found.push({
      ...{ field, mine: my, theirs: their, keep: changed ? 'mine' : 'theirs' },
      both: asks && changed && theyChanged,
    });
  };
  const [was, my, their] = [active(opened), active(mine), active(theirs)];
  const losesChange = (one: Grid['rows'], other: Grid['rows']) =>
    Object.entries(was).some(([key, row]) => !one[key] && other[key] && !alike(other[key], row));
  note('options', [opened.options, mine.options, theirs.options], true);
  // Whoever takes a row away would lose what the other typed into it.
  if (losesChange(my, their) || losesChange(their, my))
    for (const difference of found) difference.both = true;
  for (const { field, key, column } of cellsOf([mine, theirs])) {
    // Rows that only one of both has come and go with the options.
    if (!my[key] || !their[key]) continue;
    note(field, [was[key]?.[column], my[key][column], their[key][column]], column !== 'stock');
  }
  return found;
}

/** Their grid with what is kept of mine. */
export function mergedGrid(theirs: Grid, mine: Grid, kept: readonly string[]): Grid {
  const own = kept.includes('options');
  const rows = own ? { ...mine.rows, ...theirs.rows } : { ...theirs.rows };
  for (const { field, key, column } of cellsOf([mine])) {
    const [row, cells] = [rows[key], mine.rows[key]];
    if (!row || !cells || !kept.includes(field)) continue;
    rows[key] = { ...row, [column]: cells[column], ...(column === 'stock' && { stockWas: cells.stockWas }) };
  }
  return { options: own ? mine.options : theirs.options, rows };
}

/** How the fields of a grid are named where two versions of it stand side by side; `column` names a cell's column. */
export function gridLabels(
  { options }: Pick<Grid, 'options'>,
  optionsName: string,
  column: (column: (typeof columns)[number]) => string,
): Record<string, string> {
  return Object.fromEntries([
    ['options', optionsName],
    ...combinations(options).flatMap((one) =>
      columns.map((each) => {
        const name = combinationName(one);
        return [`${one.key} ${each}`, name ? `${name}: ${column(each)}` : column(each)];
      }),
    ),
  ]);
}
