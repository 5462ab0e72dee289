import { json } from '../lib/http.ts';
import type { Endpoint } from './parts.ts';

const GOTRUE_PROVIDERS = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google'],
  ...['kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'phone', 'slack', 'slack_oidc', 'snapchat'],
  ...['spotify', 'twitch', 'twitter', 'workos', 'zoom'],
];

/** GET /settings: the available sign-in methods. */
export const settings: Endpoint = async (auth) => {
  const { settings: options } = auth;
  const providers = Object.fromEntries(GOTRUE_PROVIDERS.map((name) => [name, auth.providers.has(name)]));
  const phone = auth.sms !== undefined;
  return json({
    external: { ...providers, anonymous_users: false, email: true, phone },
    disable_signup: !options.signup,
    mailer_autoconfirm: options.mailerAutoconfirm,
    phone_autoconfirm: false,
    sms_provider: auth.sms ? 'custom' : '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
};

/** GET /health */
export const health: Endpoint = async (auth) => {
  await auth.sql`select 1`;
  return json({
    name: 'GoTrue',
    version: 'embedded',
    description: 'GoTrue is a user registration and authentication API',
  });
};

/** GET /.well-known/jwks.json */
export const jwks: Endpoint = async (auth) =>
  json(auth.keys.jwks(), 200, { 'cache-control': 'public, max-age=600' });
