import { randomUUID } from 'node:crypto';
import type { Database, Identity } from '../lib/db.ts';

export type Extension = 'broadcast' | 'presence';

/**
 * Evaluates the policies on `realtime.messages` for a private topic: select allows receiving and insert allows sending,
 * per extension. Runs in a rolled-back transaction, queued fairly over clients.
 */
export interface TopicPolicies {
  /** Which of the extensions they may receive. */
  mayReceive(
    identity: Identity,
    topic: string,
    extensions: readonly Extension[],
  ): Promise<ReadonlySet<Extension>>;
  maySend(identity: Identity, topic: string, extension: Extension): Promise<boolean>;
}

export function createTopicPolicies(database: Database): TopicPolicies {
  return {
    async mayReceive(identity, topic, extensions) {
      if (identity.role === 'service_role') return new Set(extensions);
      const probes = extensions.map((extension) => ({ id: randomUUID(), topic, extension }));
      const asService: Identity = { ...identityForTopic(identity, topic), role: 'service_role', claims: {} };
      return database.transaction(
        asService,
        async (sql) => {
          await sql`insert into realtime.messages ${sql(probes)}`;
          await sql`
            select set_config('role', ${identity.role}, true),
              set_config('request.jwt.claims', ${JSON.stringify({ ...identity.claims, role: identity.role })}, true)`;
          const allowed = await sql<{ extension: Extension }[]>`
            select extension from realtime.messages where id = any(${probes.map(({ id }) => id)}::uuid[])`;
          return new Set(allowed.map(({ extension }) => extension));
        },
        { rollback: true },
      );
    },
    async maySend(identity, topic, extension) {
      if (identity.role === 'service_role') return true;
      try {
        await database.transaction(
          identityForTopic(identity, topic),
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

const identityForTopic = ({ role, claims, client, lane }: Identity, topic: string): Identity => ({
  role,
  claims,
  client,
  lane,
  settings: { 'realtime.topic': topic },
});

const isRefusal = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';
