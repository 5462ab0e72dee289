/** State of one client, as read by the client library's Presence. */
type PresenceMeta = Record<string, unknown> & { phx_ref: string };
export type PresenceEntries = Record<string, { metas: PresenceMeta[] }>;
export interface PresenceDiff {
  joins: PresenceEntries;
  leaves: PresenceEntries;
}

/** Presence of a topic. Each member tracks one state under its key; a key may have several members. */
export class PresenceState<Member extends object> {
  readonly #metas = new Map<Member, { key: string; meta: PresenceMeta }>();
  readonly #newRef: () => string;

  constructor(newRef: () => string) {
    this.#newRef = newRef;
  }

  get isEmpty(): boolean {
    return this.#metas.size === 0;
  }

  /** Tracks or updates a member's state. @returns the change to broadcast; undefined when nothing changed */
  track(member: Member, key: string, payload: Record<string, unknown>): PresenceDiff | undefined {
    const before = this.#metas.get(member);
    if (before && JSON.stringify(withoutRefs(before.meta)) === JSON.stringify(payload)) return undefined;
    const { phx_ref: _ref, phx_ref_prev: _previous, ...state } = payload;
    const meta: PresenceMeta = {
      ...state,
      phx_ref: this.#newRef(),
      ...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
    };
    this.#metas.set(member, { key, meta });
    return { joins: one(key, meta), leaves: before ? one(before.key, before.meta) : {} };
  }

  /** @returns the change to broadcast; undefined when the member had no state */
  untrack(member: Member): PresenceDiff | undefined {
    const before = this.#metas.get(member);
    if (!before) return undefined;
    this.#metas.delete(member);
    return { joins: {}, leaves: one(before.key, before.meta) };
  }

  entries(): PresenceEntries {
    const entries: PresenceEntries = Object.create(null);
    for (const { key, meta } of this.#metas.values()) {
      entries[key] ??= { metas: [] };
      entries[key].metas.push(meta);
    }
    return entries;
  }
}

function one(key: string, meta: PresenceMeta): PresenceEntries {
  const entries: PresenceEntries = Object.create(null);
  entries[key] = { metas: [meta] };
  return entries;
}

function withoutRefs({ phx_ref: _ref, phx_ref_prev: _previous, ...state }: PresenceMeta) {
  return state;
}
