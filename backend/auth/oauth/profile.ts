import type { JsonObject } from '../parts.ts';

/** Who somebody is at a provider. */
export interface ProviderProfile {
  provider: string;
  subject: string;
  /** Lower case. */
  email: string | null;
  /** Whether the provider vouches for the address. */
  emailVerified: boolean;
  /** What is kept in the identity, with GoTrue's names. */
  data: JsonObject;
}

/** Reads the claims of an identity token or a userinfo answer. */
export function profileOf(provider: string, subject: string, claims: Readonly<JsonObject>): ProviderProfile {
  const email = textClaim(claims.email)?.toLowerCase() ?? null;
  const emailVerified =
    email !== null && (claims.email_verified === true || claims.email_verified === 'true');
  const name = textClaim(claims.name);
  const picture = textClaim(claims.picture);
  const domain = textClaim(claims.hd);
  return {
    provider,
    subject,
    email,
    emailVerified,
    data: {
      ...present({ iss: textClaim(claims.iss) }),
      sub: subject,
      provider_id: subject,
      ...present({ email: email ?? undefined, name, full_name: name, picture, avatar_url: picture }),
      email_verified: emailVerified,
      phone_verified: false,
      ...(domain ? { custom_claims: { hd: domain } } : {}),
    },
  };
}

function textClaim(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, 1024) : undefined;
}

function present(values: Readonly<Record<string, string | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
