import { randomBytes } from 'node:crypto';
import { notSingular, RestError } from './errors.ts';

/**
 * Some rules can only be checked once the rows are known, and must then undo the change: a statement checks them itself
 * by failing to read a text as a number. Nobody can make up the text, because part of it is a secret of this process.
 */
const MARK = `guard-${randomBytes(12).toString('hex')}-`;

export type GuardRule = 'singular' | 'affected' | 'put';

/** An expression beside `count(*)` that fails when the condition on the number of rows holds. */
export function guardSql(rule: GuardRule, condition: string): string {
  return `case when ${condition} then ('${MARK}${rule}:' || count(*))::int4 end`;
}

/** The error that a failed guard stands for; undefined for any other error of the database. */
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
