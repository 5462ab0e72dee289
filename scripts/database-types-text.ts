import type { Column, PublicFunction, Relation, Schema, TypeName } from './database-types-schema.ts';

const SCALARS: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
};

const TEXTS = new Set(
  'bytea bpchar varchar date text citext time timetz timestamp timestamptz uuid name char interval'.split(
    ' ',
  ),
);

/** Writes a schema as TypeScript, in the shape that `supabase gen types` gives. */
export function writeTypes(schema: Schema): string {
  const tables = schema.relations.filter((relation) => relation.kind === 'table');
  const views = schema.relations.filter((relation) => relation.kind === 'view');
  const composites = schema.relations.filter((relation) => relation.kind === 'composite');
  const body = [
    group('Tables', tables.map(writeTable)),
    group('Views', views.map(writeView)),
    group('Functions', writeFunctions(schema)),
    'Enums: DatabaseEnums;',
    group(
      'CompositeTypes',
      composites.map((type) => `${type.name}: {\n${indent(row(type), 1)}\n};`),
    ),
  ].join('\n');
  const constants = schema.enums
    .map(({ name, values }) => `${name}: [${values.map(quote).join(', ')}],`)
    .join('\n');
  return `${HEAD}
export type Database = {
  // Lets the client know what its server can do.
  __InternalSupabase: {
    PostgrestVersion: '14.1';
  };
  public: {
${indent(body, 2)}
  };
};
${HELPERS}
export const Constants = {
  public: {
    Enums: {
${indent(constants, 3)}
    },
  },
} as const;
`;
}

/** Writes the enums and the type of JSON values, which `json-columns.ts` uses and the database's types use through it. */
export function writeEnums({ enums }: Schema): string {
  const lines = enums.map(({ name, values }) => `${name}: ${values.map(quote).join(' | ')};`);
  return `// Generated from the migrated database by scripts/database-types.ts; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type DatabaseEnums = {
${indent(lines.join('\n'), 1)}
};
`;
}

/** Writes the numbers that pages need, apart from the tables: a page of products loads no states of orders. */
export function writeLimits({ mailHoldSeconds, stockLimits, brandTextLimits }: Schema): string {
  const limits = Object.entries(brandTextLimits).map(([column, limit]) => `  ${column}: ${limit},\n`);
  return `// Generated from the migrated database by scripts/database-types.ts; do not edit.

/** Seconds that order mails wait, during which staff can undo what they announce. */
export const mailHoldSeconds = ${mailHoldSeconds};

/** The most pieces for which shoppers read that few are left. */
export const fewLeft = ${stockLimits.fewLeft};

/** The most pieces for which staff are warned, unless the store sets its own number. */
export const lowStock = ${stockLimits.lowStock};

/** Maximum length of each brand text, by column. */
export const brandTextLimits = {
${limits.toSorted().join('')}} as const;
`;
}

/**
 * Writes the rows that only migrations fill as constants. Separate from the types, so that pages load only
 * what they use.
 */
export function writeConstants({ constants, capabilities }: Schema): string {
  const tables = constants.map(({ name, rows }) => {
    const camelCase = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const lines = rows.map((one) => `  { ${Object.entries(one).map(writeProperty).join(', ')} },`);
    return `export const ${camelCase}: readonly Tables<'${name}'>[] = [\n${lines.join('\n')}\n];\n`;
  });
  return `// Generated from the migrated database by scripts/database-types.ts; do not edit.
import type { Tables } from './database.types.ts';

/** What somebody may do in a store (docs/product.md, Rights): pages and the server ask for one by name, as the database does. */
export type Capability =
${capabilities.map((name) => `  | ${quote(name)}`).join('\n')};

${tables.join('\n')}`;
}

const writeProperty = ([name, value]: [string, string | number | boolean | null]): string =>
  `${name}: ${typeof value === 'string' ? quote(value) : value}`;

function writeTable(table: Relation): string {
  const insert = (column: Column) =>
    column.readOnly
      ? `${column.name}?: never;`
      : `${column.name}${column.nullable || column.hasDefault ? '?' : ''}: ${columnType(table, column)};`;
  const update = (column: Column) =>
    column.readOnly ? `${column.name}?: never;` : `${column.name}?: ${columnType(table, column)};`;
  return `${table.name}: {
  Row: {
${indent([row(table), ...computed(table)].join('\n'), 2)}
  };
  Insert: {
${indent(table.columns.map(insert).join('\n'), 2)}
  };
  Update: {
${indent(table.columns.map(update).join('\n'), 2)}
  };
${indent(writeRelationships(table), 1)}
};`;
}

function writeView(view: Relation): string {
  return `${view.name}: {
  Row: {
${indent(row(view), 2)}
  };
${indent(writeRelationships(view), 1)}
};`;
}

function row(relation: Relation): string {
  return relation.columns.map((column) => `${column.name}: ${columnType(relation, column)};`).join('\n');
}

/** Computed fields are read only if selected. Like function results, they are typed as never null. */
const computed = (relation: Relation): string[] =>
  relation.computed.map(({ name, type }) => `${name}: ${jsonType(`${relation.name}.${name}`, type)};`);

function writeRelationships({ relationships }: Relation): string {
  if (relationships.length === 0) return 'Relationships: [];';
  const entries = relationships.map(
    (key) => `{
  foreignKeyName: ${quote(key.name)};
  columns: [${key.columns.map(quote).join(', ')}];
  isOneToOne: ${key.oneToOne};
  referencedRelation: ${quote(key.relation)};
  referencedColumns: [${key.referencedColumns.map(quote).join(', ')}];
},`,
  );
  return `Relationships: [\n${indent(entries.join('\n'), 1)}\n];`;
}

function writeFunctions(schema: Schema): string[] {
  const relations = new Map(schema.relations.map((relation) => [relation.name, relation]));
  return schema.functions.map((fn) => {
    const args = fn.arguments.map((arg) => `${arg.name}${arg.optional ? '?' : ''}: ${typeText(arg.type)};`);
    const argsText = args.length === 0 ? 'Args: never;' : `Args: {\n${indent(args.join('\n'), 1)}\n};`;
    return `${fn.name}: {
${indent(argsText, 1)}
${indent(`Returns: ${returnType(fn, relations)};`, 1)}
${indent(setofOptions(fn, relations), 1)}};`.replaceAll(/\n\s*\n/g, '\n');
  });
}

function returnType(fn: PublicFunction, relations: Map<string, Relation>): string {
  if (fn.returns.array) return typeText(fn.returns);
  const relation = fn.returns.schema === 'public' ? relations.get(fn.returns.name) : undefined;
  const columns = relation
    ? row(relation)
    : fn.table
        .map((column) => `${column.name}: ${jsonType(`${fn.name}.${column.name}`, column.type)};`)
        .join('\n');
  const one = columns === '' ? jsonType(fn.name, fn.returns) : `{\n${indent(columns, 1)}\n}`;
  return fn.set ? `${one}[]` : one;
}

function setofOptions(fn: PublicFunction, relations: Map<string, Relation>): string {
  if (fn.returns.schema !== 'public' || fn.returns.array || !relations.has(fn.returns.name)) return '';
  return `SetofOptions: {
  from: '*';
  to: ${quote(fn.returns.name)};
  isOneToOne: ${!fn.set};
  isSetofReturn: ${fn.set};
};
`;
}

function columnType(relation: Relation, column: Column): string {
  const type = jsonType(`${relation.name}.${column.name}`, column.type);
  return column.nullable ? `${type} | null` : type;
}

/** A type by its name in `json-columns.ts`, which gives JSON documents their shape. */
function jsonType(name: string, type: TypeName): string {
  const text = typeText(type);
  return text === 'Json' ? `JsonColumn<${quote(name)}>` : text;
}

function typeText({ schema, name, array, relation }: TypeName): string {
  const one =
    schema === 'public'
      ? writePublicType(name, relation)
      : (SCALARS[name] ?? (TEXTS.has(name) ? 'string' : 'unknown'));
  return array ? `${one}[]` : one;
}

function writePublicType(name: string, relation: TypeName['relation']): string {
  if (relation === null) return `Database['public']['Enums'][${quote(name)}]`;
  return relation === 'c' ? `Database['public']['CompositeTypes'][${quote(name)}]` : `Tables<${quote(name)}>`;
}

function group(name: string, members: string[]): string {
  const content = members.length > 0 ? members.join('\n') : '[_ in never]: never;';
  return `${name}: {\n${indent(content, 1)}\n};`;
}

function indent(text: string, levels: number): string {
  return text.replaceAll(/^(?=.)/gm, '  '.repeat(levels));
}

function quote(text: string): string {
  return `'${text}'`;
}

const HEAD = `// Generated from the migrated database by scripts/database-types.ts; do not edit.
import type { DatabaseEnums, Json } from './database.enums.ts';
import type { JsonColumns } from './json-columns.ts';

export type { Json };

type JsonColumn<Name extends string> = Name extends keyof JsonColumns ? JsonColumns[Name] : Json;
`;

const HELPERS = `
type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;
type DefaultSchema = DatabaseWithoutInternals['public'];

/** A row as it is read. */
export type Tables<Name extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])> = (DefaultSchema['Tables'] &
  DefaultSchema['Views'])[Name] extends { Row: infer Row }
  ? Row
  : never;

/** A row as it is inserted. */
export type TablesInsert<Name extends keyof DefaultSchema['Tables']> = DefaultSchema['Tables'][Name] extends {
  Insert: infer Insert;
}
  ? Insert
  : never;

/** What an update may set. */
export type TablesUpdate<Name extends keyof DefaultSchema['Tables']> = DefaultSchema['Tables'][Name] extends {
  Update: infer Update;
}
  ? Update
  : never;

export type Enums<Name extends keyof DefaultSchema['Enums']> = DefaultSchema['Enums'][Name];
`;
