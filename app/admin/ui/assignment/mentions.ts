import { type Colleague, readColleagues } from './assignment-calls.ts';

/** A mention in a stored note: `@[id of the person]`. */
const stored = /@\[([0-9a-f-]{36})\]/g;

/** Returns a stored note with the names of those it mentions, as they are called now. */
export function noteText(note: string, names: Readonly<Record<string, string>>): string {
  return note.replace(stored, (_, id: string) => `@${names[id] || '…'}`);
}

/**
 * Returns a typed note as it is stored: with the ids of the people whose names were chosen while typing, longest names
 * first. Any other text stays as typed.
 */
export function withMentions(typed: string, chosen: readonly Colleague[]): string {
  return chosen
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce((text, { id, name }) => text.replaceAll(`@${name}`, `@[${id}]`), typed);
}

/** Returns the name that is being typed after an @ before the cursor; null for none. */
export function mentionTyped(text: string, cursor: number): string | null {
  const found = /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/u.exec(text.slice(0, cursor));
  return found ? (found[1] ?? '') : null;
}

/** Reads the names of the people who see the store's orders, by id. @throws BackendError */
export async function readColleagueNames(): Promise<Record<string, string>> {
  return Object.fromEntries((await readColleagues('order')).map(({ id, name }) => [id, name]));
}
