import { type Difference, equal } from '../../ui/edit/versions.ts';
import { combinationName, combinations, type Grid, type GridRow } from './combinations.ts';

type Cell = { field: string; key: string; column: keyof GridRow };

const columns = [
  'sku',
  'barcode',
  'price',
  'original_price',
  'cost',
  'stock',
  'weight',
  'picture',
  'sold',
] as const;

/** Returns the cells of all rows in the grids. */
function cellsOf(grids: readonly Grid[]): Cell[] {
  const keys = new Set(grids.flatMap(({ options }) => combinations(options).map(({ key }) => key)));
  return [...keys].flatMap((key) => columns.map((column) => ({ field: `${key} ${column}`, key, column })));
}

const active = ({ options, rows }: Grid): Grid['rows'] =>
  Object.fromEntries(combinations(options).flatMap(({ key }) => (rows[key] ? [[key, rows[key]]] : [])));

/**
 * Returns the cells that differ between two versions of a grid. Stock never conflicts: both changes are added
 * up.
 */
export function gridDifferences(base: Grid, mine: Grid, theirs: Grid): Difference[] {
  const found: Difference[] = [];
  const note = (
    field: string,
    [baseValue, mineValue, theirsValue]: readonly [unknown, unknown, unknown],
    mustAsk: boolean,
  ) => {
    if (equal(mineValue, theirsValue)) return;
    const [changed, theyChanged] = [!equal(mineValue, baseValue), !equal(theirsValue, baseValue)];
    found.push({
      field,
      mine: mineValue,
      theirs: theirsValue,
      keep: changed ? 'mine' : 'theirs',
      both: mustAsk && changed && theyChanged,
    });
  };
  const [before, my, their] = [active(base), active(mine), active(theirs)];
  const discardsChange = (one: Grid['rows'], other: Grid['rows']) =>
    Object.entries(before).some(([key, row]) => !one[key] && other[key] && !equal(other[key], row));
  note('options', [base.options, mine.options, theirs.options], true);
  // Removing a row would discard the other version's changes to it.
  if (discardsChange(my, their) || discardsChange(their, my))
    for (const difference of found) difference.both = true;
  for (const { field, key, column } of cellsOf([mine, theirs])) {
    // Rows of only one version depend on its options.
    if (!my[key] || !their[key]) continue;
    note(field, [before[key]?.[column], my[key][column], their[key][column]], column !== 'stock');
  }
  return found;
}

/** Merges the chosen fields into the stored version. */
export function mergeGrid(theirs: Grid, mine: Grid, fields: readonly string[]): Grid {
  const keepsOptions = fields.includes('options');
  const rows = keepsOptions ? { ...mine.rows, ...theirs.rows } : { ...theirs.rows };
  for (const { field, key, column } of cellsOf([mine])) {
    const [row, cells] = [rows[key], mine.rows[key]];
    if (!row || !cells || !fields.includes(field)) continue;
    rows[key] = { ...row, [column]: cells[column], ...(column === 'stock' && { stockWas: cells.stockWas }) };
  }
  return { options: keepsOptions ? mine.options : theirs.options, rows };
}

/** Returns the labels of a grid's fields, for comparing versions; `column` names a cell's column. */
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
