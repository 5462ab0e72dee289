import type { Identity, RunOptions } from './db.ts';
import type { Step } from './postgres/wire-connection.ts';

const READ_ONLY_METHODS = new Set(['GET', 'HEAD']);

/** Sets without an answer: the condition is never true, and must be worked out to know it. */
const settingsSql = (more: string) => `select where num_nulls(
  set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.method', $3, true),
  set_config('request.path', $4, true), set_config('request.headers', $5, true)${more}) > 9`;

const READ_ONLY = `, set_config('transaction_read_only', 'on', true)`;
const EXTRA = ', (select count(set_config(key, value, true)) from jsonb_each_text($6::text::jsonb))';

const APPLY = {
  write: settingsSql(''),
  read: settingsSql(READ_ONLY),
  writeExtra: settingsSql(EXTRA),
  readExtra: settingsSql(READ_ONLY + EXTRA),
};

const claimsAsText = new WeakMap<object, { role: string; text: string }>();

/**
 * The statements that make a transaction somebody's, with the statement itself among them. Sent as one batch they are
 * one transaction, so role and settings end with it whatever happens.
 */
export function stepsFor(
  identity: Identity,
  roleSettings: Readonly<Record<string, string>> | undefined,
  options: RunOptions,
  statement?: Step,
): { steps: Step[]; wanted: number } {
  const { claims, request, role, settings } = identity;
  const readOnly = isReadOnly(identity, options);
  const parameters = [
    role,
    textOfClaims(claims, role),
    request?.method ?? '',
    request?.path ?? '',
    JSON.stringify(request?.headers ?? {}),
  ];
  const extra = settings || roleSettings;
  if (extra) parameters.push(JSON.stringify({ ...roleSettings, ...settings }));
  const text = extra ? APPLY[readOnly ? 'readExtra' : 'writeExtra'] : APPLY[readOnly ? 'read' : 'write'];
  const apply: Step = { text, parameters, scope: '' };
  if (!statement) return { steps: [apply], wanted: 0 };
  if (!options.rollback) return { steps: [apply, statement], wanted: 1 };
  return {
    steps: [plain('begin'), apply, statement, plain('set constraints all immediate'), plain('rollback')],
    wanted: 2,
  };
}

/** Whether nothing can be written: as said, else by the request's method. */
export function isReadOnly({ request }: Identity, { readOnly }: RunOptions): boolean {
  return readOnly ?? (request !== undefined && READ_ONLY_METHODS.has(request.method));
}

function plain(text: string): Step {
  return { text, parameters: [], scope: '' };
}

/** Claims of a verified token are the same object at every request. */
function textOfClaims(claims: Identity['claims'], role: string): string {
  const known = claimsAsText.get(claims);
  if (known?.role === role) return known.text;
  const text = JSON.stringify({ ...claims, role });
  if (Object.isFrozen(claims)) claimsAsText.set(claims, { role, text });
  return text;
}
