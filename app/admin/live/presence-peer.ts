/** A window of the back office, as other windows see it over Realtime Presence. */
export type PresencePeer = {
  /** User id. */
  user: string;
  name: string;
  /** Result of `anchorOf` for the page. */
  anchor: string;
  /** Key of the entity open in a dialog; '' for none. */
  resource: string;
};

/** Parses the windows from a channel's presence states. */
export function peersOf(states: Readonly<Record<string, unknown>>): PresencePeer[] {
  return Object.values(states).flatMap((shared) => {
    const [peer]: Partial<Record<keyof PresencePeer, unknown>>[] = Array.isArray(shared) ? shared : [];
    if (!peer) return [];
    const { user, name, anchor, resource } = peer;
    return {
      user: String(user),
      name: String(name),
      anchor: String(anchor),
      resource: String(resource ?? ''),
    };
  });
}

/** Which windows to match: by page, by open entity, or both. '' matches none. */
export type PeerLocation = Partial<Pick<PresencePeer, 'anchor' | 'resource'>>;

const matches = (where: string | undefined, other: string) => Boolean(where) && where === other;

/**
 * Returns the names of other users at a location, without duplicates; the user's own windows do not count.
 */
export function otherUsers(peers: readonly PresencePeer[], user: string, location: PeerLocation): string[] {
  const present = peers.filter(
    (other) =>
      other.user !== user &&
      (matches(location.anchor, other.anchor) || matches(location.resource, other.resource)),
  );
  return [...new Map(present.map((other) => [other.user, other.name])).values()];
}
