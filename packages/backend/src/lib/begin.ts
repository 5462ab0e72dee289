import postgres from 'postgres';

/** Codes of the driver and of sockets for a connection that was lost. */
const LOST = /^(CONNECTION_|CONNECT_TIMEOUT$|E[A-Z]+$)/;

/**
 * Runs work in a transaction, like the driver's `begin`. When the connection is lost, the driver would send its rollback
 * on that connection, which ends the process (github.com/porsager/postgres/issues/1208). So lost work never settles;
 * `begin` rejects because the connection closes.
 * @throws the error of the work, after a rollback
 */
export async function begin<T>(
  sql: postgres.Sql,
  work: (sql: postgres.TransactionSql) => Promise<T>,
  mode = 'read write',
): Promise<T> {
  let result: T | undefined;
  await sql.begin(mode, async (transaction) => {
    try {
      result = await work(transaction);
    } catch (error) {
      if (isLost(error)) await new Promise(() => {});
      throw error;
    }
  });
  return result as T;
}

/** Whether a statement failed because its connection was lost; the driver adds the statement to such errors. */
function isLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  return error instanceof Error && 'query' in error && 'code' in error && LOST.test(String(error.code));
}
