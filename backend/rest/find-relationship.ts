import { RestError } from './errors.ts';
import type { ForeignKeyRelationship, Relationship, Schema } from './schema.ts';
import { mostSimilar } from './similarity.ts';

const SIMILAR = 0.33;

/**
 * Resolves `target` or `target!hint` from a table, by the name of the other table, the constraint, a column or the
 * junction.
 * @throws RestError PGRST200 (400) for no match and PGRST201 (300) for several
 */
export function findRelationship(
  schema: Schema,
  source: string,
  target: string,
  hint: string | undefined,
): Relationship {
  const all = schema.relationships.get(source) ?? [];
  const computed = all.filter((each) => each.kind === 'computed' && each.routine === target);
  const matching =
    computed.length > 0
      ? computed
      : all.filter((each) => each.kind === 'foreign key' && matches(each, target, hint));
  const [match, ...others] = matching;
  if (!match) throw notFound(schema, source, target, hint);
  if (others.length > 0) throw ambiguous(source, target, matching);
  return match;
}

function matches(candidate: ForeignKeyRelationship, target: string, hint: string | undefined): boolean {
  const { cardinality, columns, constraint, junction } = candidate;
  const [ownColumn, otherColumn] = (columns.length === 1 && columns[0]) || [];
  const namesTarget = target === candidate.target;
  if (candidate.source === candidate.target) {
    if (hint !== undefined) return namesTarget && cardinality === 'one-to-many' && otherColumn === hint;
    return (
      (namesTarget && cardinality === 'one-to-many') ||
      (cardinality === 'many-to-one' && ownColumn === target)
    );
  }
  if (hint === undefined) {
    if (namesTarget) return true;
    return (
      junction === undefined && !candidate.targetIsView && (constraint === target || ownColumn === target)
    );
  }
  if (!namesTarget) return false;
  return junction
    ? junction.table === hint
    : constraint === hint || ownColumn === hint || otherColumn === hint;
}

function notFound(schema: Schema, source: string, target: string, hint: string | undefined): RestError {
  const using = hint === undefined ? '' : `' using the hint '${hint}`;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${source}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${source}' and '${target}${using}' in the schema '${schema.name}', but no matches were found.`,
    suggestion(schema, source, target),
  );
}

function suggestion(schema: Schema, source: string, target: string): string | null {
  const own = schema.relationships.get(source);
  if (own?.some((relationship) => relationship.target === target)) return null;
  const [name, known] = own
    ? [target, own.map((relationship) => relationship.target)]
    : [source, schema.relationships.keys()];
  const similarName = mostSimilar(name, known, SIMILAR);
  return similarName === undefined ? null : `Perhaps you meant '${similarName}' instead of '${name}'.`;
}

function ambiguous(source: string, target: string, match: readonly Relationship[]): RestError {
  const foreignKeys = match.filter((relationship) => relationship.kind === 'foreign key');
  const hints = foreignKeys.map((each) => `'${each.target}!${each.junction?.table ?? each.constraint}'`);
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source}' and '${target}'`,
    foreignKeys.map(describe),
    `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  );
}

function describe(relationship: ForeignKeyRelationship): Record<string, string> {
  const { cardinality, columns, constraint, junction, source, target } = relationship;
  const names = (pairs: ForeignKeyRelationship['columns'], side: 0 | 1) =>
    pairs.map((pair) => pair[side]).join(', ');
  return {
    cardinality,
    embedding: `${source} with ${target}`,
    relationship: junction
      ? `${junction.table} using ${junction.constraints[0]}(${names(junction.toSource, 1)}) and ${junction.constraints[1]}(${names(junction.toTarget, 1)})`
      : `${constraint} using ${source}(${names(columns, 0)}) and ${target}(${names(columns, 1)})`,
  };
}
