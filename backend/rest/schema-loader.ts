import type postgres from 'postgres';
import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import { buildSchema } from './build-schema.ts';
import { readCatalogue } from './catalogue.ts';
import type { Schema } from './schema.ts';
import { quoted } from './sql-text.ts';

/** Settings from `alter role authenticator set pgrst.…`, as in PostgREST. */
export interface RestConfig {
  /** Exposed schemas; the first one is the default. */
  schemas: readonly string[];
  /** Maximum number of rows per response. */
  maxRows: number;
  /** Whether `select=price.avg()` is allowed. */
  allowAggregates: boolean;
  /** Function called before each request, as SQL. */
  preRequest: string | undefined;
}

export interface LoadedSchema {
  /** By name, in configured order. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly config: RestConfig;
  close(): Promise<void>;
}

/** Default of hosted projects. */
const DEFAULT_MAX_ROWS = 1_000;

/** PostgREST's notification channel for schema and configuration changes. */
const CHANNEL = 'pgrst';

/**
 * Loads the schemas, and reloads them on a notification of `pgrst` (migrations send it) and after a reconnect. A failed
 * reload keeps the last state.
 */
export async function loadSchema(database: Database, log: Log, onChange: () => void): Promise<LoadedSchema> {
  let current: { schemas: Map<string, Schema>; config: RestConfig } | undefined;
  let reading: Promise<void> | undefined;
  let reloadPending = false;

  const read = async () => {
    const [config, settings] = await Promise.all([
      readConfig(database.owner),
      readRoleSettings(database.owner),
    ]);
    const schemas = new Map<string, Schema>();
    for (const name of config.schemas) {
      schemas.set(name, buildSchema(await readCatalogue(database.owner, name), name));
    }
    database.setRoleSettings(settings);
    current = { schemas, config };
    onChange();
  };
  const reload = () => {
    reloadPending = true;
    reading ??= (async () => {
      try {
        while (reloadPending) {
          reloadPending = false;
          await read();
        }
      } catch (error) {
        log.error({ err: error }, 'the schema could not be read');
        if (!current) throw error;
      } finally {
        reading = undefined;
      }
    })();
    return reading;
  };

  let first: Promise<void> | undefined;
  const stop = await database.listen(CHANNEL, reload, () => {
    const done = reload();
    first ??= done;
    done.catch(() => {});
  });
  await (first ?? reload());
  if (!current) throw new Error('The schema could not be read');
  return {
    get schemas() {
      return loaded().schemas;
    },
    get config() {
      return loaded().config;
    },
    close: stop,
  };

  function loaded() {
    if (!current) throw new Error('The schema could not be read');
    return current;
  }
}

async function readConfig(owner: postgres.Sql): Promise<RestConfig> {
  const rows = await owner<{ setting: string }[]>`
    select own.setting
    from pg_db_role_setting s
    cross join lateral unnest(s.setconfig) as own (setting)
    where s.setrole = (select oid from pg_roles where rolname = 'authenticator')
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and own.setting like 'pgrst.%'
    order by s.setdatabase`;
  const settings = new Map(
    rows.map(({ setting }) => {
      const equals = setting.indexOf('=');
      return [setting.slice('pgrst.'.length, equals), setting.slice(equals + 1)];
    }),
  );
  const schemas = (settings.get('db_schemas') ?? settings.get('db_schema') ?? '').split(',');
  const schemaNames = schemas.map((name) => name.trim().replaceAll('"', '')).filter(Boolean);
  const maxRows = Number(settings.get('db_max_rows'));
  const preRequest = settings.get('db_pre_request');
  return {
    schemas: schemaNames.length > 0 ? schemaNames : ['public'],
    maxRows: Number.isInteger(maxRows) && maxRows > 0 ? maxRows : DEFAULT_MAX_ROWS,
    allowAggregates: /^(true|on|yes|1|t)$/i.test(settings.get('db_aggregates_enabled') ?? ''),
    preRequest: preRequest ? functionName(preRequest) : undefined,
  };
}

/** `api.check` or `"Api".check`, with each part quoted. */
function functionName(text: string): string {
  const parts = text.match(/"[^"]+"|[^".]+/g) ?? [];
  return parts.map((part) => quoted(part.replaceAll('"', ''))).join('.');
}

/**
 * Settings of `alter role … set` for request roles. PostgreSQL applies them at login, but requests log in as
 * `authenticator`.
 */
async function readRoleSettings(owner: postgres.Sql): Promise<Map<string, Record<string, string>>> {
  const rows = await owner<{ role: string; setting: string }[]>`
    select r.rolname as role, own.setting
    from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole
    cross join lateral unnest(s.setconfig) as own (setting)
    join pg_settings known on known.name = split_part(own.setting, '=', 1) and known.context = 'user'
    where r.rolname in ('anon', 'authenticated', 'service_role')
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by s.setdatabase`;
  const settings = new Map<string, Record<string, string>>();
  for (const { role, setting } of rows) {
    const equals = setting.indexOf('=');
    const roleSettings = settings.get(role) ?? {};
    roleSettings[setting.slice(0, equals)] = setting.slice(equals + 1);
    settings.set(role, roleSettings);
  }
  return settings;
}
