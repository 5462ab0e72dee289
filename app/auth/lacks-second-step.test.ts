import type { User } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { lacksSecondStep } from './read-session.ts';

type Factors = NonNullable<User['factors']>;

const token = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const session = (access_token: string, statuses?: Factors[number]['status'][]) => {
  const factors = statuses?.map((status) => ({ id: status, factor_type: 'totp' as const, status }));
  return { access_token, user: { id: 'u1', factors } as User };
};

describe('a session and its second step', () => {
  it('lacks it until a verified factor was used', () => {
    expect(lacksSecondStep(session(token({ aal: 'aal1' }), ['verified']))).toBe(true);
    expect(lacksSecondStep(session(token({ aal: 'aal1' }), ['unverified', 'verified']))).toBe(true);
  });

  it('is complete at aal2, without factors, or with only an unverified one', () => {
    expect(lacksSecondStep(session(token({ aal: 'aal2', name: 'منى ??>' }), ['verified']))).toBe(false);
    expect(lacksSecondStep(session(token({ aal: 'aal1' })))).toBe(false);
    expect(lacksSecondStep(session(token({ aal: 'aal1' }), ['unverified']))).toBe(false);
  });

  it.each(['', 'x', 'a.b.c', 'a.%%%.c'])('lacks it when its token cannot be read: %j', (broken) => {
    expect(lacksSecondStep(session(broken, ['verified']))).toBe(true);
  });
});
