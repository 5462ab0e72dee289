import { randomUUID } from 'node:crypto';
import type { Database, Identity } from '../lib/db.ts';

export type Extension = 'broadcast' | 'presence';

/**
 * Asks the policies on `realtime.messages` what somebody may do in a private topic: hearing is selecting, speaking is
 * inserting, each for the extension. Everything happens in a transaction that is rolled back, for which clients take turns.
 */
export interface TopicPolicies {
  /** Which of the extensions they may hear. */
  mayHear(
    identity: Identity,
    topic: string,
    extensions: readonly Extension[],
  ): Promise<ReadonlySet<Extension>>;
  maySpeak(identity: Identity, topic: string, extension: Extension): Promise<boolean>;
}

export function createTopicPolicies(database: Database): TopicPolicies {
  return {
    async mayHear(identity, topic, extensions) {
      if (identity.role === 'service_role') return new Set(extensions);
      const probes = extensions.map((extension) => ({ id: randomUUID(), topic, extension }));
      const asService: Identity = { ...asked(identity, topic), role: 'service_role', claims: {} };
      return database.transaction(
        asService,
        async (sql) => {
          await sql`insert into realtime.messages ${sql(probes)}`;
          await sql`
            select set_config('role', ${identity.role}, true),
              set_config('request.jwt.claims', ${JSON.stringify({ ...identity.claims, role: identity.role })}, true)`;
          const seen = await sql<{ extension: Extension }[]>`
            select extension from realtime.messages where id = any(${probes.map(({ id }) => id)}::uuid[])`;
          return new Set(seen.map(({ extension }) => extension));
        },
        { rollback: true },
      );
    },
    async maySpeak(identity, topic, extension) {
      if (identity.role === 'service_role') return true;
      try {
        await database.transaction(
          asked(identity, topic),
          (sql) => sql`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`,
          { rollback: true },
        );
        return true;
      } catch (error) {
        if (isRefusal(error)) return false;
        throw error;
      }
    },
  };
}

const asked = ({ role, claims, client, lane }: Identity, topic: string): Identity => ({
  ...{ role, claims, client, lane },
  settings: { 'realtime.topic': topic },
});

const isRefusal = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';
