import type { Slot } from './ast.ts';
import type { ReadNode } from './read-tree.ts';
import type { Routine, RoutineArgument } from './schema.ts';
import { bodyArguments } from './sql-body.ts';
import { type Placeholders, qualified, quoted } from './sql-text.ts';

/** How a function gets its arguments. */
export type CallArguments =
  | { kind: 'values'; slots: ReadonlyMap<string, readonly Slot[]> }
  | { kind: 'object'; slot: Slot; isObject: boolean; keys: readonly string[] }
  | { kind: 'body'; slot: Slot };

/** The row that a function returns, as statements call it: no name that a column may have. */
const CALL = 'pgrst_call';

/** A query of what a function returns: its rows, or one column called `scalar`. */
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
  const computed = computedColumns(tree);
  return `select ${CALL}.*${computed} from ${from ? `${from}, lateral ` : ''}${call} as ${CALL}`;
}

function argumentsSql(
  placeholders: Placeholders,
  { args }: Routine,
  given: CallArguments,
): { from: string; list: string } {
  if (given.kind === 'body') {
    return { from: '', list: `${placeholders.slot(given.slot)}::${args[0]?.type ?? 'json'}` };
  }
  if (given.kind === 'values') {
    const list = args.flatMap((arg) => {
      const slots = given.slots.get(arg.name) ?? [];
      if (slots.length === 0) return [];
      const taken = arg.variadic ? slots : slots.slice(-1);
      const values = taken.map((slot) => placeholders.slot(slot)).join(', ');
      const value = arg.variadic ? `array[${values}]` : values;
      return [argument(arg, `${value}::${arg.type}`)];
    });
    return { from: '', list: list.join(', ') };
  }
  const named = args.filter(({ name }) => given.keys.includes(name));
  if (named.length === 0) return { from: '', list: '' };
  const list = named.map((arg) => argument(arg, `_.${quoted(arg.name)}`));
  const rows = { body: placeholders.slot(given.slot), isObject: given.isObject };
  return { from: bodyArguments(rows, named), list: list.join(', ') };
}

function argument({ name, variadic }: RoutineArgument, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoted(name)} => ${value}`;
}

/** Functions of a row are asked here, where the row still has its type. */
function computedColumns({ fields, order, conditions, relation }: ReadNode): string {
  const names = new Set<string>([...fields, ...order].map(({ field }) => field.name));
  for (const condition of conditions) {
    if (condition.kind === 'filter') names.add(condition.field.name);
  }
  return [...names]
    .filter((name) => !relation.columns.has(name) && relation.computed.has(name))
    .map((name) => `, ${qualified(relation.schema, name)}(${CALL}) as ${quoted(name)}`)
    .join('');
}
