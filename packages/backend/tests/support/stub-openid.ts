import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A person with an account at the provider. */
export interface OpenIdPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
  [claim: string]: unknown;
}

export interface StubOpenId {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who consents at the next visit; undefined means a refusal. */
  person: OpenIdPerson | undefined;
  /** Query of the last visit to the authorization endpoint. */
  lastVisit: URLSearchParams | undefined;
  /** Changes claims before they are signed. */
  tamper: ((claims: JWTPayload) => JWTPayload) | undefined;
  /** Signs with a key that is not published. */
  signWithForeignKey: boolean;
  /** Endpoint that answers with garbage. */
  rubbish: 'discovery' | 'token' | undefined;
  /** An identity token, as issued directly to an app. */
  idToken(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

const LIFETIME_SECONDS = 3600;

interface Grant {
  person: OpenIdPerson;
  nonce: string | undefined;
  redirectUri: string;
  challenge: string;
}

/** An OpenID provider that consents at once: discovery, authorization with PKCE, token, keys. */
export async function startStubOpenId(): Promise<StubOpenId> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'stub', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const stub: StubOpenId = {
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'stub-client',
    clientSecret: 'stub-secret',
    person: undefined,
    lastVisit: undefined,
    tamper: undefined,
    signWithForeignKey: false,
    rubbish: undefined,
    idToken(claims) {
      const key = stub.signWithForeignKey ? foreign.privateKey : own.privateKey;
      const issuedAt = Math.floor(Date.now() / 1000);
      const expiry = issuedAt + LIFETIME_SECONDS;
      const full = { iss: stub.issuer, aud: stub.clientId, iat: issuedAt, exp: expiry, ...claims };
      return new SignJWT(stub.tamper ? stub.tamper(full) : full)
        .setProtectedHeader({ alg: 'RS256', kid: 'stub' })
        .sign(key);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', stub.issuer);
    const isDiscovery = url.pathname === '/.well-known/openid-configuration';
    if (
      (stub.rubbish === 'discovery' && isDiscovery) ||
      (stub.rubbish === 'token' && url.pathname === '/token')
    ) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>We will be back soon</h1>');
      return;
    }
    if (isDiscovery) {
      return send(response, 200, {
        issuer: stub.issuer,
        authorization_endpoint: `${stub.issuer}/authorize`,
        token_endpoint: `${stub.issuer}/token`,
        jwks_uri: `${stub.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (url.pathname === '/keys') return send(response, 200, { keys: [jwk] });
    if (url.pathname === '/authorize') return visit(url.searchParams, response);
    if (url.pathname === '/token') return trade(new URLSearchParams(await bodyOf(request)), response);
    return send(response, 404, {});
  }

  function visit(query: URLSearchParams, response: ServerResponse): void {
    stub.lastVisit = query;
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (stub.person) {
      const code = randomUUID();
      const nonce = query.get('nonce') ?? undefined;
      const challenge = query.get('code_challenge') ?? '';
      grants.set(code, { person: stub.person, nonce, redirectUri, challenge });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The user said no');
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function trade(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const isClient =
      form.get('client_id') === stub.clientId && form.get('client_secret') === stub.clientSecret;
    if (!isClient) return send(response, 401, { error: 'invalid_client' });
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== proof || grant.redirectUri !== form.get('redirect_uri')) {
      return send(response, 400, { error: 'invalid_grant' });
    }
    const accessToken = randomUUID();
    return send(response, 200, {
      access_token: accessToken,
      refresh_token: `refresh-${accessToken}`,
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await stub.idToken({ ...grant.person, ...(grant.nonce ? { nonce: grant.nonce } : {}) }),
    });
  }

  return stub;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}
