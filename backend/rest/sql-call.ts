import type { Slot } from './ast.ts';
import type { ReadNode } from './read-tree.ts';
import type { Routine, RoutineArgument } from './schema.ts';
import { bodyArguments } from './sql-body.ts';
import { type Placeholders, qualified, quoted } from './sql-text.ts';

/** Source of a function's arguments. */
export type CallArguments =
  | { kind: 'values'; slots: ReadonlyMap<string, readonly Slot[]> }
  | { kind: 'object'; slot: Slot; isObject: boolean; keys: readonly string[] }
  | { kind: 'body'; slot: Slot };

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
  const computed = computedColumns(tree);
  return `select ${CALL}.*${computed} from ${from ? `${from}, lateral ` : ''}${call} as ${CALL}`;
}

function argumentsSql(
  placeholders: Placeholders,
  { args }: Routine,
  callArguments: CallArguments,
): { from: string; list: string } {
  if (callArguments.kind === 'body') {
    return { from: '', list: `${placeholders.slot(callArguments.slot)}::${args[0]?.type ?? 'json'}` };
  }
  if (callArguments.kind === 'values') {
    const list = args.flatMap((arg) => {
      const slots = callArguments.slots.get(arg.name) ?? [];
      if (slots.length === 0) return [];
      const usedSlots = arg.variadic ? slots : slots.slice(-1);
      const values = usedSlots.map((slot) => placeholders.slot(slot)).join(', ');
      const value = arg.variadic ? `array[${values}]` : values;
      return [argument(arg, `${value}::${arg.type}`)];
    });
    return { from: '', list: list.join(', ') };
  }
  const givenArgs = args.filter(({ name }) => callArguments.keys.includes(name));
  if (givenArgs.length === 0) return { from: '', list: '' };
  const list = givenArgs.map((arg) => argument(arg, `_.${quoted(arg.name)}`));
  const rows = { body: placeholders.slot(callArguments.slot), isObject: callArguments.isObject };
  return { from: bodyArguments(rows, givenArgs), list: list.join(', ') };
}

function argument({ name, variadic }: RoutineArgument, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoted(name)} => ${value}`;
}

/** Computed columns are evaluated here, where the row still has its type. */
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
