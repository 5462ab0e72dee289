/** The origin of a view's column. */
export interface Origin {
  /** Oid of the table or view. */
  relation: number;
  column: number;
}

const ENTRY = /^:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+)/s;
const TARGET_LIST = ':targetList (';

/**
 * Parses a stored view definition (a node tree in PostgreSQL's text format) for columns that are plain columns of other
 * relations.
 * @returns origins by the view's column number
 */
export function originsOfViewColumns(definition: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  for (const entry of targetEntries(definition)) {
    // The entry's number follows its expression, which may contain entries of a subquery.
    const [, number, relation, column] = ENTRY.exec(entry.slice(entry.lastIndexOf(':resno '))) ?? [];
    if (Number(relation) > 0) {
      origins.set(Number(number), { relation: Number(relation), column: Number(column) });
    }
  }
  return origins;
}

/** The entries of the outermost target list, split by matching brackets; names escape brackets with a backslash. */
function targetEntries(definition: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let inList = false;
  let start = 0;
  for (let position = 0; position < definition.length; position += 1) {
    const character = definition[position];
    if (character === '\\') position += 1;
    else if (character === '{' || character === '(') {
      if (inList && depth === 3) start = position;
      depth += 1;
    } else if (character === '}' || character === ')') {
      depth -= 1;
      if (inList && depth === 3) entries.push(definition.slice(start, position));
      if (inList && depth === 2) return entries;
    } else if (depth === 2 && definition.startsWith(TARGET_LIST, position)) inList = true;
  }
  return entries;
}
