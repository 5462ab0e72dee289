import * as oauth from 'oauth4webapi';
import type { Log } from '../../lib/http.ts';
import { AuthError, loggable } from '../errors.ts';
import { isLoopbackHost } from '../mail/loopback.ts';

/** Configuration of an OpenID provider. */
export interface OAuthProviderOptions {
  clientId: string;
  clientSecret: string;
  /** Default: Google. */
  issuer?: string | undefined;
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

/** @throws RangeError for an issuer that is neither https nor local */
export function createProvider(name: string, options: OAuthProviderOptions): OAuthProvider {
  const issuer = options.issuer ?? GOOGLE_ISSUER;
  checkAddress(name, issuer);
  const requestOptions = () => ({
    signal: AbortSignal.timeout(TIMEOUT_MS),
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  });
  const discover = async () => {
    const response = await oauth.discoveryRequest(new URL(issuer), requestOptions());
    const server = await oauth.processDiscoveryResponse(new URL(issuer), response);
    const { authorization_endpoint, token_endpoint, jwks_uri } = server;
    for (const address of [authorization_endpoint, token_endpoint, jwks_uri]) {
      if (address !== undefined) checkAddress(name, address);
    }
    return server;
  };
  let discovered: Promise<oauth.AuthorizationServer> | undefined;
  return {
    name,
    client: { client_id: options.clientId },
    clientSecret: options.clientSecret,
    server() {
      discovered ??= discover().catch((error: unknown) => {
        discovered = undefined;
        throw error;
      });
      return discovered;
    },
    requestOptions,
  };
}

/** The provider named in a request. @throws AuthError for an unknown one */
export function providerNamed(
  { google }: { google: OAuthProvider | undefined },
  name: string,
): OAuthProvider {
  const isGoogle = name.toLowerCase() === 'google';
  if (isGoogle && google) return google;
  const reason = isGoogle ? 'provider is not enabled' : `Provider ${name.slice(0, 64)} could not be found`;
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
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))) return;
  throw new RangeError(`${provider}: not an https address: ${JSON.stringify(address)}`);
}
