import { describe, expect, it } from 'vitest';
import type { AuthSettings } from '#app/auth/auth-settings.ts';
import { duoworks } from '#app/brands/duoworks.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { SignInServiceList } from './sign-in-services.tsx';

const render = (services: AuthSettings | 'unread') =>
  renderInStore(<SignInServiceList services={services} onRetry={() => {}} />, duoworks);
const count = (html: string, words: string) => html.split(words).length - 1;

describe('what staff read of the ways to sign in', () => {
  it('is, while nothing is set up, what is missing for each of them', () => {
    const html = render({ google: false, sms: false });
    expect(count(html, 'Not set up')).toBe(2);
    expect(html).toContain('sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
    expect(html).toContain('sets SMS_URL to a text message service');
  });

  it('is that both are on, and nothing is missing', () => {
    const html = render({ google: true, sms: true });
    expect(count(html, '>On<')).toBe(2);
    expect(html).not.toMatch(/Not set up|GOOGLE_CLIENT_ID|SMS_URL/);
  });

  it('is that it could not be read, never that nothing is set up, when the service does not answer', () => {
    const html = render('unread');
    expect(html).toContain('could not be read');
    expect(html).toContain('Try again');
    expect(html).not.toMatch(/Not set up|GOOGLE_CLIENT_ID|SMS_URL/);
  });
});
