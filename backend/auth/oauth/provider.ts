import * as oauth from 'oauth4webapi';
import type { Log } from '../../lib/http.ts';
import { AuthError } from '../errors.ts';
import { loggable } from '../loggable.ts';

/** An OpenID provider that people may sign in with. */
export interface OAuthProviderOptions {
  clientId: string;
  clientSecret: string;
  /** Default: Google. Endpoints are found through its discovery document unless given. */
  issuer?: string | undefined;
  authorizationEndpoint?: string | undefined;
  tokenEndpoint?: string | undefined;
  jwksUri?: string | undefined;
  userinfoEndpoint?: string | undefined;
}

export interface OAuthProvider {
  name: string;
  client: oauth.Client;
  clientSecret: string;
  /** Its endpoints; discovered once, and again after a failure. */
  server(): Promise<oauth.AuthorizationServer>;
  /** For each request to it. */
  requestOptions(): { signal: AbortSignal; [oauth.allowInsecureRequests]: boolean };
}

const GOOGLE_ISSUER = 'https://accounts.google.com';
const TIMEOUT_MS = 10_000;

/** @throws RangeError for an endpoint that is not an address, or is neither https nor on this machine. */
export function createProvider(name: string, options: OAuthProviderOptions): OAuthProvider {
  const issuer = options.issuer ?? GOOGLE_ISSUER;
  const { authorizationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint } = options;
  const addresses = [issuer, authorizationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint];
  for (const address of addresses) if (address !== undefined) checkAddress(name, address);
  const insecure = addresses.some((address) => address?.startsWith('http:'));
  const requestOptions = () => ({
    signal: AbortSignal.timeout(TIMEOUT_MS),
    [oauth.allowInsecureRequests]: insecure,
  });
  const given: oauth.AuthorizationServer = {
    issuer,
    ...(authorizationEndpoint ? { authorization_endpoint: authorizationEndpoint } : {}),
    ...(tokenEndpoint ? { token_endpoint: tokenEndpoint } : {}),
    ...(jwksUri ? { jwks_uri: jwksUri } : {}),
    ...(userinfoEndpoint ? { userinfo_endpoint: userinfoEndpoint } : {}),
  };
  const isComplete = Boolean(authorizationEndpoint && tokenEndpoint && jwksUri);
  const server = remembered(async () => {
    if (isComplete) return given;
    const response = await oauth.discoveryRequest(new URL(issuer), requestOptions());
    const found = { ...(await oauth.processDiscoveryResponse(new URL(issuer), response)), ...given };
    const endpoints = [
      found.authorization_endpoint,
      found.token_endpoint,
      found.jwks_uri,
      found.userinfo_endpoint,
    ];
    for (const address of endpoints) if (address !== undefined) checkAddress(name, address);
    return found;
  });
  return {
    name,
    client: { client_id: options.clientId },
    clientSecret: options.clientSecret,
    server,
    requestOptions,
  };
}

/** The provider a request names, in GoTrue's words when there is none. */
export function providerNamed(providers: ReadonlyMap<string, OAuthProvider>, name: string): OAuthProvider {
  const known = providers.get(name.toLowerCase());
  if (known) return known;
  const reason =
    name.toLowerCase() === 'google'
      ? 'provider is not enabled'
      : `Provider ${name.slice(0, 64)} could not be found`;
  throw new AuthError(400, 'validation_failed', `Unsupported provider: ${reason}`);
}

/** @throws AuthError 503 when a provider cannot be asked for its endpoints */
export async function endpointsOf(
  { log }: { log: Log },
  provider: OAuthProvider,
): Promise<oauth.AuthorizationServer> {
  try {
    return await provider.server();
  } catch (error) {
    log.warn({ err: loggable(error), provider: provider.name }, 'provider cannot be reached');
    throw new AuthError(503, 'unexpected_failure', 'The provider cannot be reached');
  }
}

function checkAddress(provider: string, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url && /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return;
  throw new RangeError(`${provider}: not an https address: ${JSON.stringify(address)}`);
}

function remembered<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}
