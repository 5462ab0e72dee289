/** One window in which somebody is at work. */
export type PresencePeer = {
  /** Id of their account. */
  user: string;
  name: string;
  /** What `placeOf` says of their page. */
  place: string;
  /** What they have open in a dialog over it; '' for nothing. */
  thing: string;
};

/**
 * Where to look for others: at a page, at the thing that somebody has open on whichever page, or at both. A `place` or a
 * `thing` of '' is nowhere.
 */
export type Whereabouts = Partial<Pick<PresencePeer, 'place' | 'thing'>>;

const isAt = (where: string | undefined, other: string) => Boolean(where) && where === other;

/** The names of those who are where somebody is, each person once; other windows of one's own do not count. */
export function whoElse(seen: readonly PresencePeer[], user: string, where: Whereabouts): string[] {
  const there = seen.filter(
    (other) => other.user !== user && (isAt(where.place, other.place) || isAt(where.thing, other.thing)),
  );
  return [...new Map(there.map((other) => [other.user, other.name])).values()];
}
