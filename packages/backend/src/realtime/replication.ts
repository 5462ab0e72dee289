import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication';
import { clientConfig, type DatabaseAddress } from '../lib/database-address.ts';
import { valueTypes } from '../lib/value-types.ts';

export interface ChangeColumn {
  name: string;
  /** Oid of the type. */
  type: number;
}

/** A committed change of a row. */
export interface ReplicatedChange {
  /** Id of the transaction, without its epoch. */
  transaction: number;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  table: string;
  columns: readonly ChangeColumn[];
  record: Record<string, unknown>;
  /** The row before the change: complete, or only its key. */
  old: Record<string, unknown>;
}

interface Receiver {
  onChange(change: ReplicatedChange): void;
  onLost(): void;
}

/** A slot that ends with its connection, so that nothing retains WAL after the process has ended. */
class TemporarySlot extends PgoutputPlugin {
  override async start(client: pg.Client, slot: string, position: string): Promise<unknown> {
    await client.query(`CREATE_REPLICATION_SLOT "${slot}" TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`);
    return super.start(client, slot, position);
  }

  override parse(buffer: Buffer): Pgoutput.Message {
    const message = super.parse(buffer);
    if (message.tag === 'relation') {
      for (const column of message.columns) column.parser = valueTypes.getTypeParser(column.typeOid);
    }
    return message;
  }
}

/**
 * Streams the changes of a publication's tables as they are committed.
 * @throws Error when the stream cannot be opened
 */
export async function replicate(
  address: DatabaseAddress,
  publication: string,
  { onChange, onLost }: Receiver,
): Promise<{ end(): Promise<void> }> {
  const stream = new LogicalReplicationService({ ...clientConfig(address), keepAlive: true });
  let isEnded = false;
  let transaction = 0;
  stream.on('data', (_position: string, message: Pgoutput.Message) => {
    if (message.tag === 'begin') transaction = message.xid;
    const change = changeOf(message, transaction);
    if (change) onChange(change);
  });
  // The subscription also reports it.
  stream.on('error', () => {});
  const started = new Promise<void>((done) => {
    stream.once('start', done);
  });
  const subscription = stream.subscribe(
    new TemporarySlot({ protoVersion: 1, publicationNames: [publication] }),
    `changes_${randomBytes(8).toString('hex')}`,
  );
  await Promise.race([started, subscription]);
  subscription
    .catch(() => {})
    .then(() => {
      if (isEnded) return;
      isEnded = true;
      stream.destroy().catch(() => {});
      onLost();
    });
  return {
    async end() {
      isEnded = true;
      await stream.destroy();
    },
  };
}

function changeOf(message: Pgoutput.Message, transaction: number): ReplicatedChange | undefined {
  if (message.tag !== 'insert' && message.tag !== 'update' && message.tag !== 'delete') return undefined;
  const { schema, name: table, columns, keyColumns } = message.relation;
  const place = {
    transaction,
    schema,
    table,
    columns: columns.map(({ name, typeOid }) => ({ name, type: typeOid })),
  };
  switch (message.tag) {
    case 'insert':
      return { ...place, type: 'INSERT', record: message.new, old: {} };
    case 'delete':
      return { ...place, type: 'DELETE', record: {}, old: message.old ?? message.key ?? {} };
    default: {
      const key = Object.fromEntries(keyColumns.map((name) => [name, message.new[name]]));
      return { ...place, type: 'UPDATE', record: message.new, old: message.old ?? message.key ?? key };
    }
  }
}
