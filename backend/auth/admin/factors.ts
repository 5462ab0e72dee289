import { json } from '../../lib/http.ts';
import { auditEntry, SERVICE_ACTOR } from '../audit.ts';
import { ownFactor } from '../mfa/factors.ts';
import { removeFactor } from '../mfa/unenroll.ts';
import type { Endpoint } from '../parts.ts';
import { factorJson } from '../user-json.ts';
import { namedUser, traitsOf } from './users.ts';

/** GET /admin/users/:userId/factors */
export const listFactors: Endpoint = async (auth, call) =>
  json((await namedUser(auth, call)).factors.map(factorJson));

/** DELETE /admin/users/:userId/factors/:factorId: for somebody who has lost their phone. */
export const deleteFactor: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const factor = ownFactor({ user }, call.params.factorId);
  const time = auth.now().toISOString();
  await auth.sql.begin(async (tx) => {
    await removeFactor(tx, factor, time);
    await auditEntry(tx, call, time, 'factor_deleted', SERVICE_ACTOR, {
      ...traitsOf(user),
      factor_id: factor.id,
    });
  });
  return json(factorJson(factor));
};
