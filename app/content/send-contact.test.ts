import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendContact } from './send-contact.ts';

const message = { name: 'Mona', email: 'mona@example.com', subject: '', message: 'Hello' };
const account = { serviceId: 's', templateId: 't', publicKey: 'k' };

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

const refused = (text: string) => () => new Response(text, { status: 400 });

describe('a message that is refused', () => {
  it('is told in the words of the store’s own endpoint', async () => {
    answer = refused('Give an email address that we can answer to.');
    expect(await sendContact({ ...account, origin: '' }, message)).toBe(
      'Give an email address that we can answer to.',
    );
    expect(requests).toEqual(['http://store.test/api/v1.0/email/send']);
  });

  it('is never told in those of a provider, which are for whoever set it up', async () => {
    answer = refused('The service ID not found. To find this ID, visit https://dashboard.example');
    expect(await sendContact({ ...account, origin: 'https://api.mail.example' }, message)).toBe(
      'The message could not be sent. Try again later or write to our email address.',
    );
    expect(requests).toEqual(['https://api.mail.example/api/v1.0/email/send']);
  });
});
