/** A window of the back office, as other windows see it over Realtime Presence. */
export type PresencePeer = {
  /** Id of their account. */
  user: string;
  name: string;
  /** What `placeOf` says of their page. */
  place: string;
  /** What they have open in a dialog over it; '' for nothing. */
  thing: string;
};

/** Which windows to look for: those on a page, those with something open, or both. '' matches none. */
export type Whereabouts = Partial<Pick<PresencePeer, 'place' | 'thing'>>;

const isAt = (where: string | undefined, other: string) => Boolean(where) && where === other;

/** The names of the other people in these places, each once; other windows of the same person do not count. */
export function whoElse(seen: readonly PresencePeer[], user: string, where: Whereabouts): string[] {
  const there = seen.filter(
    (other) => other.user !== user && (isAt(where.place, other.place) || isAt(where.thing, other.thing)),
  );
  return [...new Map(there.map((other) => [other.user, other.name])).values()];
}
