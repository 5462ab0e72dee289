import { RestError } from './errors.ts';
import type { ForeignKeyRelationship, Relationship, Schema } from './schema.ts';
import { mostSimilar } from './similarity.ts';

const SIMILAR = 0.33;

/**
 * Finds the relationship that `target` or `target!hint` means from a table, by the name of the other table, of the
 * constraint, of a column or of the junction.
 * @throws RestError PGRST200 (400) when there is none and PGRST201 (300) when there are several.
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
  const [found, ...others] = matching;
  if (!found) throw notFound(schema, source, target, hint);
  if (others.length > 0) throw ambiguous(source, target, matching);
  return found;
}

function matches(candidate: ForeignKeyRelationship, target: string, hint: string | undefined): boolean {
  const { cardinality, columns, constraint, junction } = candidate;
  const [own, other] = (columns.length === 1 && columns[0]) || [];
  const namesTarget = target === candidate.target;
  if (candidate.source === candidate.target) {
    if (hint !== undefined) return namesTarget && cardinality === 'one-to-many' && other === hint;
    return (
      (namesTarget && cardinality === 'one-to-many') || (cardinality === 'many-to-one' && own === target)
    );
  }
  if (hint === undefined) {
    if (namesTarget) return true;
    return junction === undefined && !candidate.targetIsView && (constraint === target || own === target);
  }
  if (!namesTarget) return false;
  return junction ? junction.table === hint : constraint === hint || own === hint || other === hint;
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
  if (!own) {
    const meant = mostSimilar(source, schema.relationships.keys(), SIMILAR);
    return meant === undefined ? null : `Perhaps you meant '${meant}' instead of '${source}'.`;
  }
  const targets = new Set(own.map((relationship) => relationship.target));
  if (targets.has(target)) return null;
  const meant = mostSimilar(target, targets, SIMILAR);
  return meant === undefined ? null : `Perhaps you meant '${meant}' instead of '${target}'.`;
}

function ambiguous(source: string, target: string, found: readonly Relationship[]): RestError {
  const known = found.filter((relationship) => relationship.kind === 'foreign key');
  const hints = known.map((each) => `'${each.target}!${each.junction?.table ?? each.constraint}'`);
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source}' and '${target}'`,
    known.map(describe),
    `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  );
}

function describe(relationship: ForeignKeyRelationship): Record<string, string> {
  const { cardinality, columns, constraint, junction, source, target } = relationship;
  const own = columns.map(([column]) => column).join(', ');
  const other = columns.map(([, column]) => column).join(', ');
  return {
    cardinality,
    embedding: `${source} with ${target}`,
    relationship: junction
      ? `${junction.table} using ${junction.constraints[0]}(${junction.toSource.map(([, column]) => column).join(', ')}) and ${junction.constraints[1]}(${junction.toTarget.map(([, column]) => column).join(', ')})`
      : `${constraint} using ${source}(${own}) and ${target}(${other})`,
  };
}
