import { describe, expect, it } from 'vitest';
import type { AuthSettings } from '#app/auth/auth-settings.ts';
import { duoworks } from '#app/brands/duoworks.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { SignInServiceList } from './sign-in-services.tsx';

const render = (services: AuthSettings | 'unread') =>
  renderInStore(<SignInServiceList services={services} onRetry={() => {}} />, duoworks);
const count = (html: string, words: string) => html.split(words).length - 1;

describe('the sign-in methods that staff see', () => {
  it('list what each one needs while nothing is configured', () => {
    const html = render({ google: false, sms: false });
    expect(count(html, 'Not set up')).toBe(2);
    expect(html).toContain('sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
    expect(html).toContain('sets SMS_URL to a text message service');
  });

  it('are both on, with nothing missing', () => {
    const html = render({ google: true, sms: true });
    expect(count(html, '>On<')).toBe(2);
    expect(html).not.toMatch(/Not set up|GOOGLE_CLIENT_ID|SMS_URL/);
  });

  it('are reported as unreadable, never as unconfigured, when the service does not respond', () => {
    const html = render('unread');
    expect(html).toContain('could not be read');
    expect(html).toContain('Try again');
    expect(html).not.toMatch(/Not set up|GOOGLE_CLIENT_ID|SMS_URL/);
  });
});
