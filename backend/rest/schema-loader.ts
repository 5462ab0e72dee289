import type postgres from 'postgres';
import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import { buildSchema } from './build-schema.ts';
import { readCatalogue } from './catalogue.ts';
import type { RestConfig, Schema } from './schema.ts';
import { quoted } from './sql-text.ts';

interface LoadedSchema {
  /** By name, in configured order. */
  schemas: ReadonlyMap<string, Schema>;
  config: RestConfig;
  close(): Promise<void>;
}

/** Defaults of hosted projects. */
const DEFAULT_CONFIG: RestConfig = { schemas: ['public'], maxRows: 1_000, allowAggregates: false };

/** PostgREST's notification channel for schema and configuration changes. */
const CHANNEL = 'pgrst';

/**
 * Loads the schemas, and reloads them on a notification of `pgrst` (migrations send it) and after a reconnect. A failed
 * reload keeps the last state.
 */
export async function loadSchema(database: Database, log: Log): Promise<LoadedSchema> {
  const loaded = { schemas: new Map<string, Schema>(), config: DEFAULT_CONFIG };
  let reading: Promise<void> | undefined;
  let isOutdated = false;

  async function read(): Promise<void> {
    while (isOutdated) {
      isOutdated = false;
      const settings = await readSettings(database.owner);
      const config = configOf(settings.get('authenticator') ?? {});
      const schemas = new Map<string, Schema>();
      for (const name of config.schemas) {
        schemas.set(name, buildSchema(await readCatalogue(database.owner, name), name));
      }
      database.setRoleSettings(settings);
      Object.assign(loaded, { schemas, config });
    }
  }
  const reload = () => {
    isOutdated = true;
    if (reading) return;
    reading = read().finally(() => {
      reading = undefined;
    });
    reading.catch((error: unknown) => log.error({ err: error }, 'the schema could not be read'));
  };

  const stop = await database.listen(CHANNEL, reload, reload);
  await reading;
  return Object.assign(loaded, { close: stop });
}

/**
 * Settings of `alter role … set`: PostgREST's, and those of request roles, which PostgreSQL applies at login, but
 * requests log in as `authenticator`.
 */
async function readSettings(owner: postgres.Sql): Promise<Map<string, Record<string, string>>> {
  const rows = await owner<{ role: string; name: string; value: string }[]>`
    select r.rolname as role, split_part(setting, '=', 1) as name, substr(setting, strpos(setting, '=') + 1) as value
    from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole
    cross join lateral unnest(s.setconfig) as setting
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and case when r.rolname in ('anon', 'authenticated', 'service_role')
        then split_part(setting, '=', 1) in (select name from pg_settings where context = 'user')
        else r.rolname = 'authenticator' and setting like 'pgrst.%' end
    order by s.setdatabase`;
  const byRole = Map.groupBy(rows, ({ role }) => role);
  return new Map(
    [...byRole].map(([role, own]) => [role, Object.fromEntries(own.map(({ name, value }) => [name, value]))]),
  );
}

function configOf(settings: Record<string, string>): RestConfig {
  const schemas = (settings['pgrst.db_schemas'] ?? settings['pgrst.db_schema'] ?? '')
    .split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean);
  const maxRows = Number(settings['pgrst.db_max_rows']);
  const preRequest = settings['pgrst.db_pre_request'];
  return {
    schemas: schemas.length > 0 ? schemas : DEFAULT_CONFIG.schemas,
    maxRows: Number.isInteger(maxRows) && maxRows > 0 ? maxRows : DEFAULT_CONFIG.maxRows,
    allowAggregates: /^(true|on|yes|1|t)$/i.test(settings['pgrst.db_aggregates_enabled'] ?? ''),
    preRequest: preRequest ? functionName(preRequest) : undefined,
  };
}

/** `api.check` or `"Api".check`, with each part quoted. */
function functionName(text: string): string {
  const parts = text.match(/"[^"]+"|[^".]+/g) ?? [];
  return parts.map((part) => quoted(part.replaceAll('"', ''))).join('.');
}
