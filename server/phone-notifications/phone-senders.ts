import type { Environment } from '../environment.ts';
import { callbackPaths } from './notification-callbacks.ts';
import type { PhoneSender } from './phone-sender.ts';
import { httpSmsSender } from './sms-sender.ts';
import { twilioSender } from './twilio-sender.ts';
import { whatsAppSender } from './whatsapp-sender.ts';

/** The configured senders; `timeout` limits WhatsApp's answer, in milliseconds. */
export function phoneSenders(environment: Environment, timeout?: number): PhoneSender[] {
  const whatsApp = whatsAppOf(environment, timeout);
  const sms = smsOf(environment);
  return [...(whatsApp ? [whatsApp] : []), ...(sms ? [sms] : [])];
}

/** Twilio if configured, else the service at `SMS_URL`, which reports no more than acceptance. */
function smsOf(environment: Environment): PhoneSender | undefined {
  const twilio = twilioOf(environment);
  if (twilio) return twilio;
  const { SMS_URL: url, SMS_TOKEN: token } = environment;
  if (!url) return undefined;
  const service = httpSmsSender({ url, token });
  return {
    channel: 'sms',
    async send({ to, text }) {
      await service.send(to.replace('+', ''), text);
      return null;
    },
  };
}

export function twilioOf(environment: Environment) {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
    TWILIO_API_URL: apiUrl,
    SOUK_ORIGIN: origin,
  } = environment;
  if (!accountSid || !authToken || !from) return undefined;
  const callbackUrl = origin && origin + callbackPaths.twilio;
  return twilioSender({ apiUrl, accountSid, authToken, from, callbackUrl });
}

function whatsAppOf(
  { WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_ACCESS_TOKEN, WHATSAPP_API_URL }: Environment,
  timeout: number | undefined,
) {
  if (!WHATSAPP_PHONE_NUMBER_ID || !WHATSAPP_ACCESS_TOKEN) return undefined;
  return whatsAppSender({
    apiUrl: WHATSAPP_API_URL,
    phoneNumberId: WHATSAPP_PHONE_NUMBER_ID,
    accessToken: WHATSAPP_ACCESS_TOKEN,
    timeout,
  });
}
