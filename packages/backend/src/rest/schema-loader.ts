import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import { fragment, type Pool } from '../lib/sql.ts';
import { buildRelationships } from './relationships.ts';
import type {
  Catalogue,
  Column,
  ComputedRelationship,
  ForeignKeyRow,
  RestConfig,
  Routine,
  RoutineResult,
  RoutineRow,
  Schema,
  Table,
  TableRow,
  TypeRow,
  ViewRow,
} from './schema.ts';
import { qualified, quoted } from './write-sql.ts';

interface LoadedSchema {
  /** By name, in configured order. */
  schemas: ReadonlyMap<string, Schema>;
  config: RestConfig;
  close(): Promise<void>;
}

/** Defaults of hosted projects. */
const DEFAULT_CONFIG: RestConfig = {
  schemas: ['public'],
  maxRows: 1_000,
  allowAggregates: false,
  mayRollBack: false,
};

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
async function readSettings(owner: Pool): Promise<Map<string, Record<string, string>>> {
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
  return {
    schemas: schemas.length > 0 ? schemas : DEFAULT_CONFIG.schemas,
    maxRows: Number.isInteger(maxRows) && maxRows > 0 ? maxRows : DEFAULT_CONFIG.maxRows,
    allowAggregates: /^(true|on|yes|1|t)$/i.test(settings['pgrst.db_aggregates_enabled'] ?? ''),
    mayRollBack: settings['pgrst.db_tx_end'] === 'commit-allow-override',
  };
}

/** Reads the catalogues of a schema in one transaction, with qualified names where necessary. */
async function readCatalogue(owner: Pool, schema: string): Promise<Catalogue> {
  return (await owner.begin(async (sql) => {
    await sql`select set_config('search_path', '', true)`;
    // Domains may be based on domains; resolve the base type.
    const bases = fragment`
      with recursive steps as (
        select oid as domain, typbasetype as base from pg_type where typtype = 'd'
        union all
        select steps.domain, t.typbasetype from steps join pg_type t on t.oid = steps.base and t.typtype = 'd'
      ), bases as (
        select steps.domain, t.typname, t.typrelid from steps join pg_type t on t.oid = steps.base and t.typtype <> 'd'
      )`;
    const tables = await sql<TableRow[]>`
      ${bases}
      select c.oid, c.relname as name, c.relkind as kind,
        pg_relation_is_updatable(c.oid, true) as updatable,
        coalesce((
          select to_json(p.conkey) from pg_constraint p where p.conrelid = c.oid and p.contype = 'p'
        ), '[]') as primary_key,
        coalesce((
          select json_agg(json_build_object(
            'name', a.attname,
            'number', a.attnum,
            'type', format_type(a.atttypid, a.atttypmod),
            'baseType', coalesce(b.typname, t.typname),
            'default', case
              when a.attgenerated <> '' then null
              when a.attidentity = 'd' then
                format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
              when d.adbin is not null then pg_get_expr(d.adbin, d.adrelid)
              else t.typdefault
            end
          ) order by a.attnum)
          from pg_attribute a
          join pg_type t on t.oid = a.atttypid
          left join bases b on b.domain = t.oid
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ), '[]') as columns
      from pg_class c
      where c.relnamespace = (select oid from pg_namespace where nspname = ${schema})
        and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      order by c.relname`;
    const foreignKeys = await sql<ForeignKeyRow[]>`
      select f.conname as name, f.conrelid as source, f.confrelid as target,
        to_json(f.conkey) as source_columns, to_json(f.confkey) as target_columns,
        exists (
          select from pg_constraint u
          where u.conrelid = f.conrelid and u.contype in ('p', 'u') and u.conkey @> f.conkey and u.conkey <@ f.conkey
        ) as is_unique
      from pg_constraint f
      where f.contype = 'f' and f.conparentid = 0
      order by f.conrelid, f.conname`;
    const routines = await sql<RoutineRow[]>`
      ${bases}
      select p.proname as name, p.proretset as returns_set, p.prorows as rows,
        p.provolatile = 'v' as is_volatile,
        format_type(t.oid, null) as type, coalesce(b.typname, t.typname) as base_type,
        coalesce(nullif(t.typrelid, 0), b.typrelid, 0) as relation,
        coalesce((
          select c.oid from pg_class c where p.pronargs = 1 and c.reltype = p.proargtypes[0] and c.reltype <> 0
        ), 0) as row_of,
        coalesce((
          select json_agg(json_build_object(
            'name', coalesce(p.proargnames[a.position], ''),
            'type', case a.type
              when 'bit'::regtype then 'varbit' when 'bit[]'::regtype then 'varbit[]'
              when 'bpchar'::regtype then 'bpchar' when 'bpchar[]'::regtype then 'bpchar[]'
              else format_type(a.type, null) end,
            'shownType', format_type(a.type, null),
            'mode', coalesce(p.proargmodes[a.position], 'i'),
            'variadic', coalesce(p.proargmodes[a.position] = 'v', false),
            'required', a.position <= p.pronargs - p.pronargdefaults
          ) order by a.position)
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (type, position)
        ), '[]') as args,
        coalesce((
          select json_agg(json_build_object(
            'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'baseType', at.typname
          ) order by a.attnum)
          from pg_attribute a
          join pg_type at on at.oid = a.atttypid
          where a.attrelid = coalesce(nullif(t.typrelid, 0), b.typrelid) and a.attnum > 0 and not a.attisdropped
        ), '[]') as relation_columns
      from pg_proc p
      join pg_type t on t.oid = p.prorettype
      left join bases b on b.domain = t.oid
      where p.pronamespace = (select oid from pg_namespace where nspname = ${schema})
        and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      order by p.proname, p.pronargs, p.oid`;
    const views = await sql<ViewRow[]>`
      select c.oid, r.ev_action::text as definition
      from pg_class c
      join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
      where c.relkind in ('v', 'm') and c.relnamespace = (select oid from pg_namespace where nspname = ${schema})`;
    const types = await sql<TypeRow[]>`
      select t.typname as name, n.nspname as schema
      from pg_type t
      join pg_namespace n on n.oid = t.typnamespace
      where n.nspname in ('pg_catalog', 'extensions', ${schema})
        and t.typtype in ('b', 'd', 'e', 'r', 'm') and ltrim(t.typname, '_') not like 'reg%'
      order by n.nspname = 'pg_catalog' desc, n.nspname = ${schema} desc`;
    return { tables, foreignKeys, routines, views, types };
  }, 'read only')) as Catalogue;
}

/** Types of a single unnamed argument that receives the whole body. */
const BODY_TYPES = new Set(['json', 'jsonb', 'text', 'bytea', 'xml']);

/** SQL's own type names, which quoting would break. */
const SQL_TYPES: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  char: 'bpchar',
  character: 'bpchar',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

/** Builds the schema from the catalogues. `name` is the schema's name. */
function buildSchema(catalogue: Catalogue, name: string): Schema {
  const { relationships, primaryKeys } = buildRelationships(catalogue);
  const namesByOid = new Map(catalogue.tables.map((row) => [row.oid, row.name]));
  // Functions of a row type act as computed columns or relationships of its table.
  const rowFunctions = Map.groupBy(catalogue.routines, (row) => namesByOid.get(row.row_of));
  const tables = new Map(
    catalogue.tables.map((row) => {
      const computed = (rowFunctions.get(row.name) ?? [])
        .filter(({ relation, returns_set: isSet }) => !isSet && !namesByOid.has(relation))
        .map((routine) => ({ name: routine.name, type: routine.type, baseType: routine.base_type }));
      return [row.name, tableOf(row, name, primaryKeys.get(row.name) ?? [], computed)];
    }),
  );
  const computedRelationships = catalogue.routines.flatMap((row): ComputedRelationship[] => {
    const [source, target] = [namesByOid.get(row.row_of), namesByOid.get(row.relation)];
    if (source === undefined || target === undefined) return [];
    const toOne = !row.returns_set || row.rows === 1;
    return [{ kind: 'computed', source, target, routine: row.name, toOne }];
  });
  const routines = catalogue.routines.flatMap((row) =>
    routineOf(row, name, tables.get(namesByOid.get(row.relation) ?? '')),
  );
  return {
    name,
    tables,
    relationships: Map.groupBy([...relationships, ...computedRelationships], ({ source }) => source),
    routines: Map.groupBy(routines, (routine) => routine.name),
    castTypes: castTypesOf(catalogue),
  };
}

function tableOf(
  { columns, kind, name, updatable }: TableRow,
  schema: string,
  primaryKey: readonly string[],
  computed: readonly Column[],
): Table {
  const isTable = kind === 'r' || kind === 'p';
  return {
    schema,
    name,
    columns: byName(columns),
    computed: byName(computed),
    primaryKey,
    insertable: isTable || (updatable & 8) !== 0,
    updatable: isTable || (updatable & 4) !== 0,
    deletable: isTable || (updatable & 16) !== 0,
  };
}

/** @param table the table whose rows it returns */
function routineOf(row: RoutineRow, schema: string, table: Table | undefined): Routine[] {
  const args = row.args.filter(({ mode }) => 'ibv'.includes(mode));
  const takesBody = args.length === 1 && BODY_TYPES.has(args[0]?.shownType ?? '');
  if (args.some((arg) => arg.name === '') && !takesBody) return [];
  const returns = resultOf(row, schema, table);
  return [{ schema, name: row.name, args, returns, isVolatile: row.is_volatile }];
}

function resultOf(row: RoutineRow, schema: string, table: Table | undefined): RoutineResult {
  const isSet = row.returns_set;
  if (table) return { kind: 'row', isSet, relation: table };
  const outputs = row.args
    .filter(({ mode }) => 'obt'.includes(mode))
    .map(({ name, shownType, type }) => ({ name, type, baseType: shownType }));
  const columns = byName(outputs.length > 0 ? outputs : row.relation_columns);
  const relation = { schema, name: row.name, columns, computed: new Map() };
  if (outputs.length > 0 || row.relation > 0) return { kind: 'row', isSet, relation };
  return { kind: row.type === 'void' && !isSet ? 'void' : 'scalar', isSet, relation };
}

function byName<T extends { name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

function castTypesOf({ types }: Catalogue): Map<string, string> {
  const castTypes = new Map<string, string>();
  for (const { name, schema: home } of types) {
    if (!castTypes.has(name)) castTypes.set(name, qualified(home, name));
  }
  for (const [name, type] of Object.entries(SQL_TYPES)) castTypes.set(name, `pg_catalog.${quoted(type)}`);
  return castTypes;
}
