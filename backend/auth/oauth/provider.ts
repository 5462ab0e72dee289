import * as oauth from 'oauth4webapi';
import type { Log } from '../../lib/http.ts';
import { AuthError } from '../errors.ts';
import { loggable } from '../loggable.ts';

/** Configuration of an OpenID provider. */
export interface OAuthProviderOptions {
  clientId: string;
  clientSecret: string;
  /** Default: Google. Endpoints are discovered unless configured. */
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
  /** The provider's endpoints; discovered once, retried after a failure. */
  server(): Promise<oauth.AuthorizationServer>;
  /** Options of each request to the provider. */
  requestOptions(): { signal: AbortSignal; [oauth.allowInsecureRequests]: boolean };
}

const GOOGLE_ISSUER = 'https://accounts.google.com';
const TIMEOUT_MS = 10_000;

/** @throws RangeError for an endpoint that is neither https nor local */
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
  const configured: oauth.AuthorizationServer = {
    issuer,
    ...(authorizationEndpoint ? { authorization_endpoint: authorizationEndpoint } : {}),
    ...(tokenEndpoint ? { token_endpoint: tokenEndpoint } : {}),
    ...(jwksUri ? { jwks_uri: jwksUri } : {}),
    ...(userinfoEndpoint ? { userinfo_endpoint: userinfoEndpoint } : {}),
  };
  const isComplete = Boolean(authorizationEndpoint && tokenEndpoint && jwksUri);
  const server = cacheResult(async () => {
    if (isComplete) return configured;
    const response = await oauth.discoveryRequest(new URL(issuer), requestOptions());
    const discovered = {
      ...(await oauth.processDiscoveryResponse(new URL(issuer), response)),
      ...configured,
    };
    const endpoints = [
      discovered.authorization_endpoint,
      discovered.token_endpoint,
      discovered.jwks_uri,
      discovered.userinfo_endpoint,
    ];
    for (const address of endpoints) if (address !== undefined) checkAddress(name, address);
    return discovered;
  });
  return {
    name,
    client: { client_id: options.clientId },
    clientSecret: options.clientSecret,
    server,
    requestOptions,
  };
}

/** The provider named in a request. @throws AuthError for an unknown one */
export function providerNamed(providers: ReadonlyMap<string, OAuthProvider>, name: string): OAuthProvider {
  const provider = providers.get(name.toLowerCase());
  if (provider) return provider;
  const reason =
    name.toLowerCase() === 'google'
      ? 'provider is not enabled'
      : `Provider ${name.slice(0, 64)} could not be found`;
  throw new AuthError(400, 'validation_failed', `Unsupported provider: ${reason}`);
}

/** @throws AuthError 503 when a provider's endpoints cannot be discovered */
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

function cacheResult<T>(find: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => {
    cached ??= find().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}
