import { randomBytes } from 'node:crypto';
import { notSingular, RestError } from './errors.ts';

/**
 * Rules on the number of rows are checked after a change and must roll it back: the statement fails by casting a text
 * to a number. The text contains a secret of this process, so that it cannot be forged.
 */
const MARK = `guard-${randomBytes(12).toString('hex')}-`;

type GuardRule = 'singular' | 'affected' | 'put';

/** A column beside `count(*)` that fails when the condition holds. */
export function guardSql(rule: GuardRule, condition: string): string {
  return `case when ${condition} then ('${MARK}${rule}:' || count(*))::int4 end as ${rule}_guard`;
}

/** The error of a failed guard; undefined for other database errors. */
export function guardFailure(message: string): RestError | undefined {
  const start = message.indexOf(MARK);
  if (start === -1) return undefined;
  const [rule, rows] = message.slice(start + MARK.length).split(/[:"]/);
  switch (rule) {
    case 'singular':
      return notSingular(Number(rows));
    case 'affected':
      return new RestError(
        400,
        'PGRST124',
        'Query result exceeds max-affected preference constraint',
        `The query affects ${rows} rows`,
      );
    default:
      return new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');
  }
}
