import { authRequests, newAddress, PASSWORD } from './auth-people.ts';
import { startTestBackend } from './backend.ts';
import { catchMail } from './caught-mail.ts';
import { movableClock } from './clock.ts';

export const SITE = 'https://shop.test';

/** A backend with captured mail, an adjustable clock, and people who sign up and confirm by mail. */
export async function startMailBackend() {
  const clock = movableClock();
  const mail = catchMail();
  const backend = await startTestBackend({
    now: clock.now,
    auth: {
      siteUrl: SITE,
      redirectAllowList: ['https://*.shop.test/**'],
      limits: {
        messagesPerAddress: { times: 1000, seconds: 60 },
        messagesPerClient: { times: 10_000, seconds: 60 },
        verifyPerClient: { times: 10_000, seconds: 60 },
      },
      mail: {
        transport: mail,
        brand: ({ userMetadata }) => ({
          name: String(userMetadata.store ?? 'Shop'),
          color: '#edff66',
          logo: 'https://shop.test/logo.png',
        }),
      },
    },
  });

  async function signUp(email = newAddress(), password = PASSWORD) {
    const client = backend.client();
    const { data, error } = await client.auth.signUp({
      email,
      password,
      options: { data: { name: 'Mona' } },
    });
    return { client, email, data, error };
  }

  async function confirmed(email = newAddress()) {
    const { client } = await signUp(email);
    const { code } = await mail.take(email, 'signup');
    const { error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
    if (error) throw error;
    return { client, email };
  }

  return { backend, clock, mail, request: authRequests(() => backend), signUp, confirmed };
}
