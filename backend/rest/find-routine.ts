import { RestError } from './errors.ts';
import type { Routine, RoutineArgument, Schema } from './schema.ts';
import { mostSimilar } from './similarity.ts';

/** Kind of body, for overload resolution. */
export type CallContent = 'none' | 'json' | 'text' | 'xml' | 'bytes' | 'form' | 'csv';

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

/** Whether the only argument is unnamed and receives the whole body. */
export function hasOneUnnamedArgument(args: readonly RoutineArgument[]): boolean {
  return args.length === 1 && args[0]?.name === '';
}

function takesBody(args: readonly RoutineArgument[], content: CallContent): boolean {
  return hasOneUnnamedArgument(args) && BODY_TYPES[content].includes(args[0]?.shownType ?? '');
}

function fits(args: readonly RoutineArgument[], keys: readonly string[], content: CallContent): boolean {
  if (args.length === 0) return keys.length === 0 && !['text', 'xml', 'bytes'].includes(content);
  const names = new Set(args.map(({ name }) => name));
  return (
    keys.every((key) => names.has(key)) &&
    args.every(({ name, required }) => !required || keys.includes(name))
  );
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
