import { RestError } from './errors.ts';
import { findRoutine, hasOneUnnamedArgument } from './find-routine.ts';
import { guardSql } from './guards.ts';
import { answerSql, type Plan, RESPONSE_SETTINGS } from './plan.ts';
import { totalSql } from './plan-read.ts';
import { affectedLimit } from './preferences.ts';
import type { RestRequest } from './read-request.ts';
import { buildReadTree } from './read-tree.ts';
import type { RestConfig, Routine, Schema } from './schema.ts';
import { type CallArguments, callSql } from './sql-call.ts';
import { ReadWriter } from './sql-read.ts';
import { Placeholders } from './sql-text.ts';

export function planCall(schema: Schema, request: RestRequest, config: RestConfig): Plan {
  const { args, isHead, name, output, payload, preferences } = request;
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
  const writer = new ReadWriter(placeholders, schema, tree, 'src');
  const total = isSet
    ? () => totalSql(writer, placeholders, request, config)
    : () => 'count(*)::float8 as total';
  const text = answerSql({
    source,
    rows: isVoid ? 'select from src' : writer.rows(),
    output,
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
