import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { flag, readBody } from '../body.ts';
import { AuthError, invalid, sqlState } from '../errors.ts';
import { ownFactor, removeFactor } from '../mfa/factors.ts';
import type { AuthParts, Call, Endpoint } from '../parts.ts';
import { isUuid, requireServiceRole } from '../signed-in.ts';
import { factorJson, userJson } from '../user-json.ts';
import { AUDIENCE, findUserById, type UserRow, userColumn } from '../users.ts';

const USERS_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;

/** GET /admin/users: newest first, paginated, with `Link` and `X-Total-Count` headers. */
export const listUsers: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const { sql } = auth;
  const page = pageNumber(call.query.get('page'), 1);
  const perPage = Math.min(pageNumber(call.query.get('per_page'), USERS_PER_PAGE), MAX_PER_PAGE);
  const ascending = isAscending(call.query.get('sort'));
  const filter = call.query.get('filter')?.replaceAll('\0', '') ?? '';
  const matching = sql`
    aud = ${AUDIENCE} and (${filter} = '' or position(lower(${filter}) in lower(email)) > 0
      or position(lower(${filter}) in lower(raw_user_meta_data ->> 'full_name')) > 0)`;
  const order = ascending ? sql`created_at, id` : sql`created_at desc, id desc`;
  const [counted, rows] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from auth.users where ${matching}`,
    sql<{ user: UserRow }[]>`
      select ${userColumn(sql)} as "user"
      from (select * from auth.users where ${matching} order by ${order}
        limit ${perPage} offset ${(page - 1) * perPage}) u
      order by ${order}`,
  ]);
  const total = counted[0]?.total ?? 0;
  return json({ users: rows.map(({ user }) => userJson(user)), aud: AUDIENCE }, 200, {
    'x-total-count': String(total),
    link: pageLinks(page, perPage, total),
  });
};

/** GET /admin/users/:userId */
export const getUserAsAdmin: Endpoint = async (auth, call) => json(userJson(await namedUser(auth, call)));

/**
 * The user named in an admin path.
 * @throws AuthError `not_admin`, `user_not_found`
 */
export async function namedUser(auth: AuthParts, call: Call): Promise<UserRow> {
  requireServiceRole(call);
  const { userId } = call.params;
  if (!isUuid(userId)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(auth.sql, userId);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

/** SQLSTATEs of a row that is still referenced. */
const REFERENCED = new Set(['23503', '23001']);

/** DELETE /admin/users/:userId: deletes permanently. */
export const deleteUser: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const isEmpty = call.request.body === null || call.request.headers.get('content-length') === '0';
  if (!isEmpty && (await readBody(call, z.object({ should_soft_delete: flag }))).should_soft_delete) {
    throw invalid('Soft deletion is not supported');
  }
  try {
    await auth.sql`delete from auth.users where id = ${user.id}`;
  } catch (error) {
    if (!REFERENCED.has(sqlState(error) ?? '')) throw error;
    throw new AuthError(409, 'conflict', 'Database error deleting user: other records still need it');
  }
  return json({});
};

/** GET /admin/users/:userId/factors */
export const listFactors: Endpoint = async (auth, call) =>
  json((await namedUser(auth, call)).factors.map(factorJson));

/** DELETE /admin/users/:userId/factors/:factorId: removes a lost factor. */
export const deleteFactor: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const factor = ownFactor({ user }, call.params.factorId);
  await removeFactor(auth.sql, factor, auth.now().toISOString());
  return json(factorJson(factor));
};

function pageNumber(parameter: string | null, fallback: number): number {
  if (parameter === null || parameter === '') return fallback;
  const value = /^\d{1,9}$/.test(parameter) ? Number(parameter) : 0;
  if (value >= 1) return value;
  throw invalid(`Bad Pagination Parameters: ${JSON.stringify(parameter.slice(0, 32))} is no page`);
}

function isAscending(parameter: string | null): boolean {
  if (parameter === null || parameter === '') return false;
  const match = /^created_at(?: (asc|desc))?$/i.exec(parameter);
  if (!match)
    throw invalid(`Bad Sort Parameters: bad field for sort ${JSON.stringify(parameter.slice(0, 64))}`);
  return match[1]?.toLowerCase() === 'asc';
}

/** `page` must be the first parameter: the client reads the number after the first equals sign. */
function pageLinks(page: number, perPage: number, total: number): string {
  const last = Math.ceil(total / perPage);
  const link = (number: number, rel: string) =>
    `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}
