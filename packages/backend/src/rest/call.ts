import { guardSql, mostSimilar, RestError } from './errors.ts';
import { affectedLimit } from './headers.ts';
import { answerSql, type Plan, RESPONSE_SETTINGS, totalSql } from './plan.ts';
import type { CallContent, Payload, RestRequest } from './read-request.ts';
import { buildReadTree, type ReadNode, ReadWriter } from './read-tree.ts';
import type { RestConfig, Routine, RoutineArgument, Schema } from './schema.ts';
import { computedColumnsSql, Placeholders, qualified, quoted, typedColumns } from './write-sql.ts';

export function planCall(schema: Schema, request: RestRequest, config: RestConfig): Plan {
  const { answerBytes, args, isHead, name, output, payload, preferences } = request;
  const keys = payload?.keys ?? [...new Set(args.map(([key]) => key))];
  const routine = findRoutine(schema, name, keys, payload?.content ?? 'none');
  const { isSet, kind, relation } = routine.returns;
  const maxAffected = affectedLimit(preferences, request.kind);
  if (maxAffected !== undefined && !isSet) {
    throw new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    );
  }
  const isVoid = kind === 'void';
  const tree = buildReadTree(schema, relation, request, config);
  const placeholders = new Placeholders();
  const source = callSql(placeholders, routine, argumentsOf(routine, request), tree);
  const writer = new ReadWriter(placeholders, schema, tree, { answerBytes, source: 'src' });
  const total = isSet
    ? () => totalSql(writer, placeholders, request, config)
    : () => 'count(*)::float8 as total';
  const text = answerSql({
    source,
    rows: isVoid ? 'select from src' : writer.rows(),
    output,
    answerBytes,
    isScalar: kind === 'scalar',
    bodyless: isHead || isVoid,
    extra: [
      output.form === 'object' && kind === 'row' && guardSql('singular', 'count(*) <> 1'),
      maxAffected !== undefined && guardSql('affected', `count(*) > ${maxAffected}`),
      preferences.count && total(),
      ...RESPONSE_SETTINGS,
    ],
  });
  return {
    statement: { text, parameters: placeholders.parameters },
    readOnly: !payload || !routine.isVolatile,
    isVoid,
    isSingle: !isSet || output.form === 'object',
  };
}

function argumentsOf(routine: Routine, { args, payload }: RestRequest): CallArguments {
  if (!payload || payload.fields) return { kind: 'values', values: args };
  return { kind: hasOneUnnamedArgument(routine.args) ? 'body' : 'object', payload };
}

/** Source of a function's arguments. */
type CallArguments =
  | { kind: 'values'; values: readonly (readonly [name: string, value: string])[] }
  | { kind: 'object'; payload: Payload }
  | { kind: 'body'; payload: Payload };

/** Alias of the function's result: never a possible column name. */
const CALL = 'pgrst_call';

/** A query of a function's result: rows, or a column `scalar`. */
function callSql(placeholders: Placeholders, routine: Routine, args: CallArguments, tree: ReadNode): string {
  const name = qualified(routine.schema, routine.name);
  const { from, list } = argumentsSql(placeholders, routine, args);
  const call = `${name}(${list})`;
  if (routine.returns.kind !== 'row') return `select ${call} as scalar${from ? ` from ${from}` : ''}`;
  const { conditions, fields, order, relation } = tree;
  const filters = conditions.filter((condition) => condition.kind === 'filter');
  const names = [...fields, ...order, ...filters].map(({ field }) => field.name);
  const columns = [`${CALL}.*`, ...computedColumnsSql({ relation, alias: CALL }, names)];
  return `select ${columns.join(', ')} from ${from ? `${from}, lateral ` : ''}${call} as ${CALL}`;
}

function argumentsSql(
  placeholders: Placeholders,
  { args }: Routine,
  given: CallArguments,
): { from?: string; list: string } {
  if (given.kind === 'body') {
    return { list: `${placeholders.add(given.payload.value)}::${args[0]?.type ?? 'json'}` };
  }
  if (given.kind === 'values') {
    const list = args.flatMap((arg) => {
      const values = given.values.filter(([name]) => name === arg.name).map(([, value]) => value);
      if (values.length === 0) return [];
      const used = arg.variadic ? values : values.slice(-1);
      const listed = used.map((value) => placeholders.add(value)).join(', ');
      return [argument(arg, `${arg.variadic ? `array[${listed}]` : listed}::${arg.type}`)];
    });
    return { list: list.join(', ') };
  }
  const { isObject, keys, value } = given.payload;
  const givenArgs = args.filter(({ name }) => keys.includes(name));
  if (givenArgs.length === 0) return { list: '' };
  const body = `${placeholders.add(value)}::json`;
  const typed = typedColumns(givenArgs);
  return {
    // If the body has several objects, the first.
    from: isObject
      ? `json_to_record(${body}) as _(${typed})`
      : `(select * from json_to_recordset(${body}) as _(${typed}) limit 1) as _`,
    list: givenArgs.map((arg) => argument(arg, `_.${quoted(arg.name)}`)).join(', '),
  };
}

function argument({ name, variadic }: RoutineArgument, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoted(name)} => ${value}`;
}

const SIMILAR_NAME = 0.75;
const SIMILAR_ARGUMENTS = 0.33;

const BODY_TYPES: Readonly<Record<CallContent, readonly string[]>> = {
  none: [],
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
  form: [],
  csv: [],
};

/**
 * Resolves a call by the function's name and the names of its arguments.
 * @throws RestError PGRST202 (404) for no match and PGRST203 (300) for several
 */
export function findRoutine(
  schema: Schema,
  name: string,
  keys: readonly string[],
  content: CallContent,
): Routine {
  const all = schema.routines.get(name) ?? [];
  const byArguments = all.filter(({ args }) => fits(args, keys, content));
  const candidates =
    byArguments.length > 0 ? byArguments : all.filter(({ args }) => takesBody(args, content));
  const [match, ...others] = candidates;
  if (!match) throw notFound(schema, name, keys, content);
  if (others.length > 0) throw ambiguous(candidates);
  return match;
}

function fits(args: readonly RoutineArgument[], keys: readonly string[], content: CallContent): boolean {
  if (args.length === 0) return keys.length === 0 && !['text', 'xml', 'bytes'].includes(content);
  const names = new Set(args.map(({ name }) => name));
  return (
    keys.every((key) => names.has(key)) &&
    args.every(({ name, required }) => !required || keys.includes(name))
  );
}

function takesBody(args: readonly RoutineArgument[], content: CallContent): boolean {
  return hasOneUnnamedArgument(args) && BODY_TYPES[content].includes(args[0]?.shownType ?? '');
}

/** Whether the only argument is unnamed and receives the whole body. */
function hasOneUnnamedArgument(args: readonly RoutineArgument[]): boolean {
  return args.length === 1 && args[0]?.name === '';
}

function notFound(schema: Schema, name: string, keys: readonly string[], content: CallContent): RestError {
  const sorted = [...keys].sort();
  const onlyBody = content === 'text' || content === 'xml' || content === 'bytes';
  const argumentText = sorted.length === 0 ? ' without parameters' : `(${sorted.join(', ')})`;
  const searched =
    sorted.length === 0
      ? ' without parameters'
      : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`;
  const bodyType = content === 'bytes' ? 'bytea' : content;
  const asWell = content === 'json' ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schema.name}.${name}${onlyBody ? '' : argumentText} in the schema cache`,
    `Searched for the function ${schema.name}.${name}${onlyBody ? ` with a single unnamed ${bodyType} parameter` : searched + asWell}, but no matches were found in the schema cache.`,
    onlyBody ? null : suggestion(schema, name, sorted),
  );
}

function suggestion(schema: Schema, name: string, keys: readonly string[]): string | null {
  const overloads = schema.routines.get(name);
  const similarName = overloads
    ? mostSimilar(`(${keys.join(', ')})`, overloads.map(argumentList), SIMILAR_ARGUMENTS)
    : mostSimilar(name, schema.routines.keys(), SIMILAR_NAME);
  if (similarName === undefined) return null;
  return `Perhaps you meant to call the function ${schema.name}.${overloads ? name : ''}${similarName}`;
}

function argumentList({ args }: Routine): string {
  return `(${args
    .map(({ name }) => name)
    .sort()
    .join(', ')})`;
}

function ambiguous(candidates: readonly Routine[]): RestError {
  const signatures = candidates
    .map(({ args }) => args.map((arg) => `${arg.name} => ${arg.shownType}`))
    .sort((one, other) => one.length - other.length || (one.join() < other.join() ? -1 : 1))
    .map((args) => `${candidates[0]?.schema}.${candidates[0]?.name}(${args.join(', ')})`);
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}
