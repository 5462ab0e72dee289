import { RestError } from './errors.ts';
import { findRoutine, hasOneUnnamedArgument } from './find-routine.ts';
import { guardSql } from './guards.ts';
import {
  answerSql,
  type Plan,
  RESPONSE_SETTINGS,
  type RestLimits,
  type RestRequest,
  statementOf,
} from './plan.ts';
import { totalSql } from './plan-read.ts';
import { buildReadTree } from './read-tree.ts';
import type { Routine, Schema } from './schema.ts';
import { type CallArguments, callSql } from './sql-call.ts';
import { ReadWriter } from './sql-read.ts';
import { Placeholders } from './sql-text.ts';

export function planCall(schema: Schema, request: RestRequest, limits: RestLimits): Plan {
  const { output, payload, preferences } = request;
  const content = payload?.content ?? 'none';
  const keys = payload ? payload.keys : [...request.argumentSlots.keys()];
  const routine = findRoutine(schema, request.name, keys, content);
  const { isSet, kind, relation } = routine.returns;
  const limitsRows = preferences.maxAffected !== undefined && preferences.handling === 'strict';
  if (limitsRows && !isSet) {
    throw new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    );
  }
  const options = { ...limits, rootConditions: true, windows: request.windows };
  const tree = buildReadTree(schema, relation, request.query, options);
  const placeholders = new Placeholders();
  const call = callSql(placeholders, routine, argumentsOf(routine, request, keys), tree);
  const writer = new ReadWriter(placeholders, schema, tree, { from: 'src' });
  const bodyless = request.isHead || kind === 'void';
  const extra = [
    ...(output.form === 'object' && kind === 'row'
      ? [`${guardSql('singular', 'count(*) <> 1')} as singular_guard`]
      : []),
    ...(limitsRows
      ? [`${guardSql('affected', `count(*) > ${preferences.maxAffected}`)} as affected_guard`]
      : []),
    ...(preferences.count
      ? [isSet ? totalSql(writer, placeholders, request, limits) : 'count(*)::float8 as total']
      : []),
    ...RESPONSE_SETTINGS,
  ];
  const text = answerSql({
    source: `with src as (${call})`,
    rows: kind === 'void' ? 'select from src' : writer.rows(tree),
    output,
    isScalar: kind === 'scalar',
    bodyless,
    extra,
  });
  return {
    statement: statementOf(text, placeholders),
    estimate: undefined,
    readOnly: !payload || routine.volatility !== 'volatile',
    hasConflictTarget: false,
    routine,
    isSingle: !isSet || output.form === 'object',
  };
}

function argumentsOf(routine: Routine, request: RestRequest, keys: readonly string[]): CallArguments {
  const { argumentSlots, bodySlot, payload } = request;
  if (!payload || payload.fields) return { kind: 'values', slots: argumentSlots };
  if (hasOneUnnamedArgument(routine.args)) return { kind: 'body', slot: bodySlot };
  return { kind: 'object', slot: bodySlot, isObject: payload.isObject, keys };
}
