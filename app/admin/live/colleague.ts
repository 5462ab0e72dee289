/** One window in which somebody is at work. */
export type Colleague = {
  /** Id of their account. */
  user: string;
  name: string;
  /** What `placeOf` says of their page. */
  place: string;
  /** What they have open in a dialog over it; '' for nothing. */
  thing: string;
};

/** Where to look for others: a page, or what is open in a dialog, on whichever page. */
export type Whereabouts = Pick<Colleague, 'place'> | Pick<Colleague, 'thing'>;

/** The names of those who are where somebody is, each person once; other windows of one's own do not count. */
export function whoElse(seen: readonly Colleague[], user: string, where: Whereabouts): string[] {
  const there = seen.filter(
    (other) =>
      other.user !== user &&
      ('place' in where ? other.place === where.place : where.thing !== '' && other.thing === where.thing),
  );
  return [...new Map(there.map((other) => [other.user, other.name])).values()];
}
