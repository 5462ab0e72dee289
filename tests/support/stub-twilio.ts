import { createHmac } from 'node:crypto';
import { sendJson, serveRequests } from './stub-server.ts';

export interface SentSms {
  sid: string;
  to: string;
  from: string;
  body: string;
  /** Status callback URL, or ''. */
  callback: string;
}

export interface TwilioStub {
  url: string;
  accountSid: string;
  authToken: string;
  /** Accepted messages, oldest first. */
  sent: SentSms[];
  /** Outcomes of the next requests: a status and code, or no response. */
  next: ({ status: number; code?: number } | 'hang')[];
  /** A callback signed for a URL. */
  callback(url: string, parameters: Record<string, string>): { body: string; signature: string };
  close(): Promise<void>;
}

/** A server that imitates Twilio's Messages resource, and misbehaves on demand. */
export async function startStubTwilio(): Promise<TwilioStub> {
  const sent: SentSms[] = [];
  const next: TwilioStub['next'] = [];
  const accountSid = 'AC0123456789';
  const authToken = 'twilio-token-of-the-test';
  const { url: origin, close } = await serveRequests((request, response, text) => {
    const asked = new URLSearchParams(text);
    const answer = (status: number, body: object) => sendJson(response, status, body);
    const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    const odd = next.shift();
    if (odd === 'hang') return;
    if (odd) return answer(odd.status, odd.code ? { code: odd.code, message: 'Refused' } : {});
    if (
      request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json` ||
      request.headers.authorization !== credentials
    )
      return answer(401, { code: 20003, message: 'Authenticate' });
    const message = {
      sid: `SM${sent.length + 1}`,
      to: asked.get('To') ?? '',
      from: asked.get('From') ?? asked.get('MessagingServiceSid') ?? '',
      body: asked.get('Body') ?? '',
      callback: asked.get('StatusCallback') ?? '',
    };
    sent.push(message);
    answer(201, { sid: message.sid, status: 'queued', error_code: null });
  });
  return {
    url: origin,
    accountSid,
    authToken,
    sent,
    next,
    callback(url, parameters) {
      const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const signed = url + sorted.map(([name, value]) => name + value).join('');
      return {
        body: new URLSearchParams(parameters).toString(),
        signature: createHmac('sha1', authToken).update(signed).digest('base64'),
      };
    },
    close,
  };
}
