import { brands } from '../app/brands/brands.ts';
import type { AuthOptions } from '../backend/auth/options.ts';
import type { Environment } from './environment.ts';

/** What the embedded backend's sign-in service is told: where links may lead, and what the environment switches on. */
export function authSettings(environment: Environment, port: number): { auth: AuthOptions } {
  const siteUrl = environment.SOUK_ORIGIN ?? `http://localhost:${port}`;
  const local = ['localhost', '127.0.0.1', '[::1]', ...brands.map(({ id }) => `${id}.localhost`)];
  return {
    auth: {
      siteUrl,
      redirectAllowList: [
        ...local.map((host) => `http://${host}:${port}/**`),
        ...brands.flatMap(({ domain }) => [`https://${domain}/**`, `https://www.${domain}/**`]),
        `${siteUrl}/**`,
      ],
      mailerAutoconfirm: !environment.SOUK_CONFIRM_EMAIL,
      password: { minLength: 8 },
    },
  };
}
