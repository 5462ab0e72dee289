/** Which rows are chosen, by id; `anchor` is the row chosen last, from which a range grows. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** The selection after a row was switched; with `range`, every row of the page between it and the last one too. */
export function toggled(
  { ids, anchor }: Selection,
  id: string,
  page: readonly string[],
  range = false,
): Selection {
  const wanted = !ids.has(id);
  const next = new Set(ids);
  for (const other of range ? between(page, anchor, id) : [id]) {
    if (wanted) next.add(other);
    else next.delete(other);
  }
  return { ids: next, anchor: id };
}

/** The selection with every row of the page, or with none of them when all were chosen already. */
export function pageToggled({ ids }: Selection, page: readonly string[]): Selection {
  const all = page.length > 0 && page.every((id) => ids.has(id));
  const next = new Set(ids);
  for (const id of page) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return { ids: next, anchor: null };
}

/** The selection without the rows that are gone. */
export function remaining({ ids, anchor }: Selection, gone: ReadonlySet<string>): Selection {
  return { ids: new Set([...ids].filter((id) => !gone.has(id))), anchor };
}

function between(page: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : page.indexOf(from);
  const end = page.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return page.slice(Math.min(start, end), Math.max(start, end) + 1);
}
