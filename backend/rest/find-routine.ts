import { RestError } from './errors.ts';
import type { Routine, RoutineArgument, Schema } from './schema.ts';
import { mostSimilar } from './similarity.ts';

/** What the body is, as far as the choice of a function goes. */
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
 * Finds the function that a call means, by its name and by the names of the arguments it was given.
 * @throws RestError PGRST202 (404) when there is none and PGRST203 (300) when several would do.
 */
export function findRoutine(
  schema: Schema,
  name: string,
  keys: readonly string[],
  content: CallContent,
): Routine {
  const all = schema.routines.get(name) ?? [];
  const named = all.filter(({ args }) => fits(args, keys, content));
  const candidates = named.length > 0 ? named : all.filter(({ args }) => takesBody(args, content));
  const [found, ...others] = candidates;
  if (!found) throw notFound(schema, name, keys, content);
  if (others.length > 0) throw ambiguous(candidates);
  return found;
}

/** Whether a function has no argument but an unnamed one, which then is the whole body. */
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
  const shown = sorted.length === 0 ? ' without parameters' : `(${sorted.join(', ')})`;
  const searched =
    sorted.length === 0
      ? ' without parameters'
      : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`;
  const bodyType = content === 'bytes' ? 'bytea' : content;
  const asWell = content === 'json' ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schema.name}.${name}${onlyBody ? '' : shown} in the schema cache`,
    `Searched for the function ${schema.name}.${name}${onlyBody ? ` with a single unnamed ${bodyType} parameter` : searched + asWell}, but no matches were found in the schema cache.`,
    onlyBody ? null : suggestion(schema, name, sorted),
  );
}

function suggestion(schema: Schema, name: string, keys: readonly string[]): string | null {
  const overloads = schema.routines.get(name);
  const meant = overloads
    ? mostSimilar(`(${keys.join(', ')})`, overloads.map(argumentList), SIMILAR_ARGUMENTS)
    : mostSimilar(name, schema.routines.keys(), SIMILAR_NAME);
  if (meant === undefined) return null;
  return `Perhaps you meant to call the function ${schema.name}.${overloads ? name : ''}${meant}`;
}

function argumentList({ args }: Routine): string {
  return `(${args
    .map(({ name }) => name)
    .sort()
    .join(', ')})`;
}

function ambiguous(candidates: readonly Routine[]): RestError {
  const shown = candidates
    .map(({ args }) => args.map((arg) => `${arg.name} => ${arg.shownType}`))
    .sort((one, other) => one.length - other.length || (one.join() < other.join() ? -1 : 1))
    .map((args) => `${candidates[0]?.schema}.${candidates[0]?.name}(${args.join(', ')})`);
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${shown.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}
