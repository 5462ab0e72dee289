import { AuthError } from './errors.ts';
import { idTokenGrant } from './oauth/id-token-grant.ts';
import type { Endpoint } from './parts.ts';
import { passwordGrant } from './password-grant.ts';
import { pkceGrant } from './pkce-grant.ts';
import { refreshGrant } from './refresh-grant.ts';

const GRANTS: Readonly<Record<string, Endpoint>> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
};

/** POST /token: what is traded for a session is named by `grant_type`. */
export const token: Endpoint = (auth, call) => {
  const type = call.query.get('grant_type') ?? '';
  const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
  if (type === 'web3') throw new AuthError(400, 'web3_provider_disabled', 'Web3 provider is disabled');
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  return grant(auth, call);
};
