import type { Sql } from 'embedded-supabase/database';

export interface Column {
  name: string;
  type: TypeName;
  nullable: boolean;
  hasDefault: boolean;
  /** Generated and always-identity columns: nobody may write them. */
  readOnly: boolean;
  updatable: boolean;
}

/** A type by schema and name; for an array, its element's. */
export interface TypeName {
  schema: string;
  name: string;
  array: boolean;
  /** pg_class.relkind of a row's type: `c` of a composite type, others of tables and views. */
  relation: string | null;
}

export interface Relationship {
  name: string;
  columns: string[];
  oneToOne: boolean;
  relation: string;
  referencedColumns: string[];
}

export interface Relation {
  name: string;
  kind: 'table' | 'view' | 'composite';
  columns: Column[];
  /** Functions of a row, which the API reads like columns. */
  computed: { name: string; type: TypeName }[];
  relationships: Relationship[];
}

export interface PublicFunction {
  name: string;
  arguments: { name: string; type: TypeName; optional: boolean }[];
  returns: TypeName;
  /** Columns of `returns table (…)`. */
  table: { name: string; type: TypeName }[];
  set: boolean;
}

export interface Schema {
  relations: Relation[];
  functions: PublicFunction[];
  enums: { name: string; values: string[] }[];
  /** Rows of tables that only migrations fill, by table. */
  constants: { name: string; rows: ConstantRow[] }[];
  /** How long mails about orders are held, so that staff can undo. */
  mailHoldSeconds: number;
  /** Stock at which shoppers see "few left", and at which staff are warned unless the store sets another. */
  stockLimits: { fewLeft: number; lowStock: number };
  /** The most characters of each text of a brand, by column. */
  brandTextLimits: Record<string, number>;
  /** Capabilities, which policies, functions and pages check. */
  capabilities: string[];
}

type ConstantRow = Record<string, string | number | boolean | null>;

/** Facts and transitions of statuses, which pages need without a request. */
const CONSTANT_TABLES = [
  'order_statuses',
  'order_status_transitions',
  'refund_states',
  'shipment_states',
  'shipment_state_transitions',
  'return_states',
] as const;

/** Reads the API's part of the schema `public` from the catalog. */
export async function readSchema(sql: Sql): Promise<Schema> {
  const [columns, keys, functions, enums] = await Promise.all([
    readColumns(sql),
    readForeignKeys(sql),
    readFunctions(sql),
    sql<{ name: string; values: string[] }[]>`
      select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
      from pg_type t join pg_enum e on e.enumtypid = t.oid
      where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`,
  ]);
  const relations = new Map<string, Relation>();
  for (const { relation, kind, ...column } of columns) {
    const known = relations.get(relation) ?? {
      name: relation,
      kind,
      columns: [],
      computed: [],
      relationships: [],
    };
    known.columns.push(column);
    relations.set(relation, known);
  }
  for (const { source, ...key } of keys) relations.get(source)?.relationships.push(key);
  const called: PublicFunction[] = [];
  for (const fn of functions) {
    const [row, ...others] = fn.arguments;
    const relation =
      row?.type.schema === 'public' && !row.type.array ? relations.get(row.type.name) : undefined;
    if (relation && others.length === 0 && !fn.set)
      relation.computed.push({ name: fn.name, type: fn.returns });
    else called.push(fn);
  }
  const constants = await Promise.all(
    CONSTANT_TABLES.map(async (name) => {
      const found = await sql.unsafe(`select to_json(t) as row from public.${name} t order by t`);
      return { name, rows: found.map(({ row }) => row as ConstantRow) };
    }),
  );
  const [hold] = await sql<
    { seconds: number }[]
  >`select extract(epoch from private.mail_hold())::integer as seconds`;
  const mailHoldSeconds = hold?.seconds ?? 0;
  const [limits] = await sql<
    Schema['stockLimits'][]
  >`select private.few_left() as "fewLeft", private.low_stock() as "lowStock"`;
  const stockLimits = limits ?? { fewLeft: 0, lowStock: 0 };
  const [brandTexts] = await sql<
    { limits: Record<string, number> }[]
  >`select private.brand_text_limits() as limits`;
  const capabilities = await sql<{ name: string }[]>`select name from private.capabilities order by name`;
  return {
    relations: [...relations.values()],
    functions: called,
    enums: [...enums],
    constants,
    mailHoldSeconds,
    stockLimits,
    brandTextLimits: brandTexts?.limits ?? {},
    capabilities: capabilities.map(({ name }) => name),
  };
}

function readColumns(sql: Sql) {
  return sql<(Column & Pick<Relation, 'kind'> & { relation: string })[]>`
    select
      c.relname as relation,
      case when c.relkind in ('r', 'p') then 'table' when c.relkind = 'c' then 'composite' else 'view' end as kind,
      a.attname as name,
      json_build_object(
        'schema', n.nspname, 'name', coalesce(e.typname, b.typname, t.typname), 'array', e.oid is not null,
        'relation', (select relkind from pg_class where oid = coalesce(e.typrelid, t.typrelid))
      ) as type,
      not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as "hasDefault",
      a.attgenerated <> '' or a.attidentity = 'a' as "readOnly",
      (pg_relation_is_updatable(c.oid::regclass, false) & 4) = 4 as updatable
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    left join pg_type b on b.oid = t.typbasetype
    join pg_namespace n on n.oid = coalesce(e.typnamespace, b.typnamespace, t.typnamespace)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
      and not c.relispartition
    order by c.relname, a.attname`;
}

function readForeignKeys(sql: Sql) {
  return sql<(Relationship & { source: string })[]>`
    select
      source.relname as source,
      k.conname as name,
      array(select a.attname::text from unnest(k.conkey) with ordinality as u (num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.n) as columns,
      exists (
        select 1 from pg_index i
        where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
          and string_to_array(i.indkey::text, ' ')::int2[] <@ k.conkey
          and string_to_array(i.indkey::text, ' ')::int2[] @> k.conkey
      ) as "oneToOne",
      target.relname as relation,
      array(select a.attname::text from unnest(k.confkey) with ordinality as u (num, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num order by u.n) as "referencedColumns"
    from pg_constraint k
    join pg_class source on source.oid = k.conrelid
    join pg_class target on target.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and target.relnamespace = 'public'::regnamespace
    order by source.relname, k.conname`;
}

function readFunctions(sql: Sql) {
  return sql<PublicFunction[]>`
    select
      p.proname as name,
      coalesce((
        select json_agg(json_build_object(
          'name', p.proargnames[u.n],
          'type', json_build_object('schema', tn.nspname, 'name', coalesce(e.typname, t.typname), 'array', e.oid is not null,
            'relation', (select relkind from pg_class where oid = coalesce(e.typrelid, t.typrelid))),
          'optional', u.n > p.pronargs - p.pronargdefaults
        ) order by p.proargnames[u.n])
        from unnest(p.proargtypes) with ordinality as u (type, n)
        join pg_type t on t.oid = u.type
        left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        join pg_namespace tn on tn.oid = coalesce(e.typnamespace, t.typnamespace)
      ), '[]') as arguments,
      json_build_object('schema', rn.nspname, 'name', coalesce(re.typname, r.typname), 'array', re.oid is not null,
        'relation', (select relkind from pg_class where oid = coalesce(re.typrelid, r.typrelid))) as returns,
      coalesce((
        select json_agg(json_build_object(
          'name', p.proargnames[u.n],
          'type', json_build_object('schema', tn.nspname, 'name', coalesce(e.typname, t.typname), 'array', e.oid is not null,
            'relation', (select relkind from pg_class where oid = coalesce(e.typrelid, t.typrelid)))
        ) order by p.proargnames[u.n])
        from unnest(p.proallargtypes) with ordinality as u (type, n)
        join pg_type t on t.oid = u.type
        left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        join pg_namespace tn on tn.oid = coalesce(e.typnamespace, t.typnamespace)
        where p.proargmodes[u.n] = 't'
      ), '[]') as table,
      p.proretset as set
    from pg_proc p
    join pg_type r on r.oid = p.prorettype
    left join pg_type re on re.oid = r.typelem and r.typcategory = 'A'
    join pg_namespace rn on rn.oid = coalesce(re.typnamespace, r.typnamespace)
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname <> 'trigger'
    order by p.proname, p.oid`;
}
