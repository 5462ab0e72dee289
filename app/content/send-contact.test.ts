import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendContact } from './send-contact.ts';

const message = { name: 'Mona', email: 'mona@example.com', subject: '', message: 'Hello' };
const account = { serviceId: 's', templateId: 't', publicKey: 'k', origin: 'https://api.mail.example' };

let requests: string[];
let answer: () => Response;

beforeEach(() => {
  requests = [];
  vi.stubGlobal('location', { origin: 'http://store.test' });
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(String(address));
    return answer();
  });
});

afterEach(() => vi.unstubAllGlobals());

it('is sent to the provider', async () => {
  answer = () => new Response('OK');
  expect(await sendContact(account, message)).toBe('');
  expect(requests).toEqual(['https://api.mail.example/api/v1.0/email/send']);
});

it.each([
  [451, 'Messages cannot be sent from this kind of browser. Write to our email address instead.'],
  [403, 'Messages from this address are not accepted. Write to our email address instead.'],
  [429, 'You have sent several messages already. Wait a few minutes and try again.'],
  [400, 'The message could not be sent. Try again later or write to our email address.'],
])(
  'a rejection by the provider, %i, is explained in plain words, not in its own, which address administrators',
  async (status, words) => {
    answer = () => new Response('The service ID not found. Visit https://dashboard.example', { status });
    expect(await sendContact(account, message)).toBe(words);
  },
);

it('an unreachable provider is reported too', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await sendContact(account, message)).toBe(
    'The message could not be sent. Check your connection and try again.',
  );
});
