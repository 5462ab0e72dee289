import { afterAll, describe, expect, it } from 'vitest';
import { claimsOf, fragmentOf, newAddress, PASSWORD } from '../support/auth-people.ts';
import { somebody, startOpenIdBackend } from '../support/openid-backend.ts';

/** A person's stored address at a site: `mona+red@people.test`. */
const at = (site: string, email: string) => email.replace(/@(?=[^@]*$)/, `+${site}@`);

const { backend, openid, signInThroughProvider, confirmedByMail, close } = await startOpenIdBackend({
  storedIdentity({ subject, email }, redirectTo) {
    const [site = ''] = new URL(redirectTo).hostname.split('.');
    return { subject: `${subject}+${site}`, email: at(site, email) };
  },
});
afterAll(close);

/** Signs in with the provider at a site. @returns the claims of the token */
async function comesTo(site: string, person: ReturnType<typeof somebody>) {
  openid.person = person;
  const place = await signInThroughProvider(backend.client(), {
    redirectTo: `https://${site}.shop.test/back`,
  });
  const { access_token: token = '' } = fragmentOf(place);
  return claimsOf(token);
}

describe('where each site has accounts of its own, a sign-in with a provider', () => {
  it('finds the account that the same person made with a password, and leaves its password', async () => {
    const email = newAddress();
    const { client } = await confirmedByMail(at('red', email));
    const { data } = await client.auth.getUser();
    const claims = await comesTo('red', somebody(email.toUpperCase()));
    expect(claims).toMatchObject({ sub: data.user?.id, email: at('red', email) });
    const signIn = await backend
      .client()
      .auth.signInWithPassword({ email: at('red', email), password: PASSWORD });
    expect(signIn.data.user?.id).toBe(data.user?.id);
    expect(signIn.data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google']);
  });

  it('finds it again after the address has changed at the provider', async () => {
    const person = somebody();
    await confirmedByMail(at('red', person.email));
    const { sub } = await comesTo('red', person);
    expect((await comesTo('red', { ...person, email: newAddress() })).sub).toBe(sub);
  });

  it('opens no account of another site: the person has one for each', async () => {
    const person = somebody();
    const { client } = await confirmedByMail(at('red', person.email));
    const { data } = await client.auth.getUser();
    const red = await comesTo('red', person);
    const blue = await comesTo('blue', person);
    expect(red.sub).toBe(data.user?.id);
    expect(blue.sub).not.toBe(red.sub);
    expect(blue.email).toBe(at('blue', person.email));
    expect((await comesTo('red', person)).sub).toBe(red.sub);
    expect((await comesTo('blue', person)).sub).toBe(blue.sub);
  });

  it.each(['red', 'blue'])(
    'opens at %s no account of red for somebody whose own address looks like a stored one',
    async (site) => {
      const victim = newAddress();
      const { client } = await confirmedByMail(at('red', victim));
      const { data } = await client.auth.getUser();
      const claims = await comesTo(site, somebody(at('red', victim)));
      expect(claims.sub).not.toBe(data.user?.id);
      expect(claims.email).toBe(at(site, at('red', victim)));
      const { data: people } = await backend
        .client({ key: backend.secretKey })
        .auth.admin.getUserById(data.user?.id ?? '');
      expect(people.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    },
  );

  it('takes over an account with an unproven address from its creator, only at this site', async () => {
    const email = newAddress();
    const intruder = backend.client();
    for (const site of ['red', 'blue'])
      await intruder.auth.signUp({ email: at(site, email), password: PASSWORD });
    await backend.owner`
      update auth.users set email_confirmed_at = now() where email = any (${[at('red', email), at('blue', email)]})`;
    const claims = await comesTo('red', somebody(email));
    expect(claims.email).toBe(at('red', email));
    const signIn = (site: string) =>
      intruder.auth.signInWithPassword({ email: at(site, email), password: PASSWORD });
    expect((await signIn('red')).error?.code).toBe('invalid_credentials');
    expect((await signIn('blue')).error).toBeNull();
    await comesTo('blue', somebody(email));
    expect((await signIn('blue')).error?.code).toBe('invalid_credentials');
  });

  it('proves the address, so that a link to a new password leaves the provider’s identity', async () => {
    const person = somebody();
    const { sub } = await comesTo('red', person);
    const { data } = await backend
      .client({ key: backend.secretKey })
      .auth.admin.generateLink({ type: 'recovery', email: at('red', person.email) });
    const { data: recovered, error } = await backend
      .client()
      .auth.verifyOtp({ type: 'recovery', token_hash: data.properties?.hashed_token ?? '' });
    expect(error).toBeNull();
    expect(recovered.user?.id).toBe(sub);
    expect(recovered.user?.identities?.map(({ provider }) => provider)).toContain('google');
  });
});
