/** One person's one tab, as the client's Presence reads it. */
export type PresenceMeta = Record<string, unknown> & { phx_ref: string };
export type PresenceEntries = Record<string, { metas: PresenceMeta[] }>;
export interface PresenceDiff {
  joins: PresenceEntries;
  leaves: PresenceEntries;
}

/** Who is in one topic. Each member says one thing about itself under its key; a key may have several members. */
export class PresenceState<Member extends object> {
  readonly #metas = new Map<Member, { key: string; meta: PresenceMeta }>();
  readonly #newRef: () => string;

  constructor(newRef: () => string) {
    this.#newRef = newRef;
  }

  get isEmpty(): boolean {
    return this.#metas.size === 0;
  }

  /** Says or changes what a member shows. @returns what everybody has to be told; nothing when nothing changed. */
  track(member: Member, key: string, payload: Record<string, unknown>): PresenceDiff | undefined {
    const before = this.#metas.get(member);
    if (before && JSON.stringify(withoutRefs(before.meta)) === JSON.stringify(payload)) return undefined;
    const { phx_ref: _ref, phx_ref_prev: _previous, ...shown } = payload;
    const meta: PresenceMeta = {
      ...shown,
      phx_ref: this.#newRef(),
      ...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
    };
    this.#metas.set(member, { key, meta });
    return { joins: one(key, meta), leaves: before ? one(before.key, before.meta) : {} };
  }

  /** @returns what everybody has to be told; nothing when the member showed nothing. */
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

function withoutRefs({ phx_ref: _ref, phx_ref_prev: _previous, ...shown }: PresenceMeta) {
  return shown;
}
