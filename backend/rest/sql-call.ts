import type { Payload } from './payload.ts';
import type { ReadNode } from './read-tree.ts';
import type { Routine, RoutineArgument } from './schema.ts';
import { typedColumns } from './sql-body.ts';
import { computedColumnsSql } from './sql-expression.ts';
import { type Placeholders, qualified, quoted } from './sql-text.ts';

/** Source of a function's arguments. */
export type CallArguments =
  | { kind: 'values'; values: readonly (readonly [name: string, value: string])[] }
  | { kind: 'object'; payload: Payload }
  | { kind: 'body'; payload: Payload };

/** Alias of the function's result: never a possible column name. */
const CALL = 'pgrst_call';

/** A query of a function's result: rows, or a column `scalar`. */
export function callSql(
  placeholders: Placeholders,
  routine: Routine,
  args: CallArguments,
  tree: ReadNode,
): string {
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
    // Of several objects, the first.
    from: isObject
      ? `json_to_record(${body}) as _(${typed})`
      : `(select * from json_to_recordset(${body}) as _(${typed}) limit 1) as _`,
    list: givenArgs.map((arg) => argument(arg, `_.${quoted(arg.name)}`)).join(', '),
  };
}

function argument({ name, variadic }: RoutineArgument, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoted(name)} => ${value}`;
}
