import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '#app/auth/model.ts';
import { duoworks } from '#app/brands/duoworks.ts';
import { inkthread } from '#app/brands/inkthread.ts';
import { meeplehouse } from '#app/brands/meeplehouse.ts';
import { presets } from '#app/brands/presets.ts';
import { publicSettings } from '#app/store/public-settings.ts';
import { Count } from '#app/ui/icon-link.tsx';
import { Layout } from '../root.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LandingHeader } from './landing-header.tsx';
import MoreSheet from './more-sheet.tsx';
import MusicPlayer from './music-player.tsx';
import { NotFound } from './not-found.tsx';
import { renderInStore } from './render-in-store.tsx';

const mona = {
  id: 'u1',
  name: 'Mona Hassan',
  email: 'mona@example.com',
  avatar: '',
  role: 'user' as const,
  capabilities: [],
  workplaces: [],
  officeLanguage: 'en' as const,
};
const noop = () => {};
const anonymous: Session = { status: 'anonymous', user: null };

/** Server markup always shows a visitor; these tests cover the later states. */
const state = vi.hoisted((): { session: Session } => ({ session: { status: 'anonymous', user: null } }));
vi.mock('#app/auth/session.ts', async (original) => ({
  ...(await original<typeof import('#app/auth/session.ts')>()),
  useSession: () => state.session,
}));

// The route stub has no files, so scripts would be requested from an empty URL.
vi.mock('react-router', async (original) => ({
  ...(await original<typeof import('react-router')>()),
  Scripts: () => null,
}));

afterEach(() => {
  state.session = anonymous;
});

describe('music player', () => {
  it('is only on pages of tenants with music, looping and not preloaded', () => {
    const withMusic = presets.filter((brand) => renderInStore(<MusicPlayer />, brand) !== '');
    expect(withMusic.map(({ id }) => id)).toEqual(['meeplehouse']);
    const markup = renderInStore(<MusicPlayer />, meeplehouse);
    expect(markup).toMatch(/<audio[^>]* loop=""/);
    expect(markup).toContain('preload="none"');
    expect(markup).not.toContain('autoplay');
    expect(markup).toContain('aria-label="Play"');
  });
});

describe('footer', () => {
  it('shows a social link only if its URL is configured', () => {
    const markup = renderInStore(<Footer />, inkthread);
    expect(markup).toContain('Inkthread on Facebook');
    expect(markup).toContain('Inkthread on Instagram');
    expect(markup).not.toContain('YouTube');
    const contact = {
      ...publicSettings(inkthread, null).contact,
      socialMedia: { youtube: 'https://youtube.example' },
    };
    const changed = { settings: { ...publicSettings(inkthread, null), contact } };
    expect(renderInStore(<Footer />, inkthread, changed)).toContain('Inkthread on YouTube');
  });

  it('links to deals, contact and FAQ, and opens both policies', () => {
    const markup = renderInStore(<Footer />, inkthread);
    for (const word of ['Categories', 'Deals &amp; Offers', 'New Arrivals', 'Best Sellers'])
      expect(markup).toMatch(new RegExp(`href="/deals"[^>]*>${word}</a>`));
    expect(markup).toMatch(/href="\/contact"[^>]*>Contact Us</);
    expect(markup).toMatch(/href="\/faq"[^>]*>FAQs</);
    expect(markup).toMatch(/<button type="button"[^>]*>Shipping &amp; Returns</);
    expect(markup).toMatch(/<button type="button"[^>]*>Terms of Service</);
  });

  it('shows how to reach the store and its owner', () => {
    const markup = renderInStore(<Footer />, duoworks);
    expect(markup).toContain(duoworks.footerDescription);
    // Digits keep their plus sign in front on a right-to-left page.
    expect(markup).toMatch(/href="tel:\+2034861225" dir="ltr"/);
    expect(markup).toContain(`href="mailto:${duoworks.contactEmail}"`);
    expect(markup).toContain(duoworks.address);
    expect(markup).toMatch(/© \d{4} Duoworks\./);
  });
});

describe('document', () => {
  it('declares its language and direction', () => {
    const document = renderInStore(<Layout>Page</Layout>, inkthread);
    expect(document).toMatch(/<html lang="en" dir="ltr" data-language="en"/);
  });
});

describe('header', () => {
  it('shows a spinner while the auth state loads, then Sign In or the account', () => {
    state.session = { status: 'loading', user: null };
    expect(renderInStore(<Header />, inkthread)).toContain('Checking your account');
    state.session = anonymous;
    expect(renderInStore(<Header />, inkthread)).toMatch(/href="\/signin"[^>]*>Sign In</);
    state.session = { status: 'signed-in', user: mona };
    const signedIn = renderInStore(<Header />, inkthread);
    expect(signedIn).toContain('aria-label="Account"');
    expect(signedIn).not.toContain('Sign In');
  });

  it('searches by GET /shop?search=, which works without JavaScript', () => {
    const markup = renderInStore(<Header />, inkthread);
    expect(markup).toMatch(/<form[^>]*action="\/shop"/);
    expect(markup).not.toMatch(/<form[^>]*method="post"/i);
    expect(markup).toMatch(/<input[^>]*name="search"/);
  });

  it('offers Customize only if the store prints, and the wishlist only if it is on', () => {
    expect(renderInStore(<Header />, inkthread)).toContain('href="/customize"');
    expect(renderInStore(<Header />, meeplehouse)).not.toContain('href="/customize"');
    const settings = publicSettings(inkthread, null);
    const without = { settings: { ...settings, features: { ...settings.features, wishlist: false } } };
    expect(renderInStore(<Header />, inkthread)).toContain('aria-label="Wishlist"');
    expect(renderInStore(<Header />, inkthread, without)).not.toContain('aria-label="Wishlist"');
  });
});

describe('landing header', () => {
  it('shows a spinner while the auth state loads, then Sign In or the account', () => {
    state.session = { status: 'loading', user: null };
    const loading = renderInStore(<LandingHeader />, meeplehouse);
    expect(loading).toContain('Checking your account');
    expect(loading).not.toContain('Sign In');
    state.session = anonymous;
    expect(renderInStore(<LandingHeader />, meeplehouse)).toMatch(/href="\/signin"[^>]*>Sign In</);
    state.session = { status: 'signed-in', user: mona };
    expect(renderInStore(<LandingHeader />, meeplehouse)).toMatch(/href="\/account"[^>]*>Account</);
  });
});

describe('bottom bar', () => {
  it('links to the account even before the session is known: the account page asks guests to sign in', () => {
    const sessions: Session[] = [anonymous, { status: 'loading', user: null }];
    for (const session of [...sessions, { status: 'signed-in' as const, user: mona }]) {
      state.session = session;
      const markup = renderInStore(<BottomBar />, inkthread);
      expect(markup).toContain('href="/account"');
      expect(markup).not.toContain('href="/signin"');
    }
  });
});

describe('current entry of the bottom bar', () => {
  const currentAt = (path: string) => {
    const markup = renderInStore(<BottomBar />, inkthread, {}, path);
    return [...markup.matchAll(/<a[^>]*>/g)].flatMap(([link]) => {
      const current = /aria-current="(\w+)"/.exec(link)?.[1];
      return current ? [[/href="([^"]*)"/.exec(link)?.[1], current]] : [];
    });
  };

  it.each(['/', '/shop', '/cart', '/account'])('is %s on its own page', (path) => {
    expect(currentAt(path)).toEqual([[path, 'page']]);
  });

  it.each(['orders', 'orders/0a1b', 'addresses', 'points', 'wishlist'])(
    'is the account on its page %s',
    (below) => {
      expect(currentAt(`/account/${below}`)).toEqual([['/account', 'true']]);
    },
  );

  it.each(['/accounts', '/category/1', '/product/1'])('is none on %s', (path) => {
    expect(currentAt(path)).toEqual([]);
  });
});

describe('the count on an icon', () => {
  it('is drawn as a picture, so that the name of a control contains all its visible text', () => {
    const markup = renderInStore(<Count>{120}</Count>, inkthread);
    expect(markup).toContain('data-count="99+"');
    expect(markup).toContain('before:content-[attr(data-count)]');
    expect(markup).not.toMatch(/>\s*\d/);
  });
});

describe('More Options sheet', () => {
  it('tells visitors that they are not signed in and lets them choose a theme', () => {
    const markup = renderInStore(<MoreSheet onClose={noop} />, inkthread);
    expect(markup).toContain('More Options');
    expect(markup).toContain('Not signed in');
    expect(markup).toMatch(/href="\/signin"[^>]*>Sign In</);
    expect(markup).toMatch(/href="\/signup"[^>]*>Sign Up</);
    for (const choice of ['Light', 'Dark', 'Auto']) expect(markup).toContain(`>${choice}</span>`);
    expect(markup).not.toContain('Sign Out');
  });

  it('shows the signed-in person, with View Profile and Sign Out', () => {
    state.session = { status: 'signed-in', user: mona };
    const markup = renderInStore(<MoreSheet onClose={noop} />, inkthread);
    expect(markup).toMatch(/href="\/account"/);
    expect(markup).toContain('Mona Hassan');
    expect(markup).toContain('mona@example.com');
    expect(markup).toContain('View Profile');
    expect(markup).toContain('Sign Out');
    expect(markup).not.toContain('Not signed in');
  });
});

describe('not-found page', () => {
  it('uses every brand’s own copy, with links to go on', () => {
    const titles = presets.map((brand) => {
      const markup = renderInStore(<NotFound />, brand);
      expect(markup).toContain(`>${brand.design.copy.notFoundTitle}</h1>`);
      expect(markup).toContain('href="/shop"');
      return brand.design.copy.notFoundTitle;
    });
    expect(new Set(titles).size).toBe(presets.length);
  });
});

describe('announcement bar', () => {
  it('names the threshold from the settings row, and none if shipping is never free', () => {
    const settings = publicSettings(inkthread, null);
    const at = (freeShippingThreshold: number | null) => ({
      settings: { ...settings, shipping: { ...settings.shipping, freeShippingThreshold } },
    });
    expect(renderInStore(<AnnouncementBar />, inkthread, at(750))).toContain('Free shipping from 750 EGP');
    expect(renderInStore(<AnnouncementBar />, inkthread, at(null))).not.toContain('Free shipping');
    expect(renderInStore(<AnnouncementBar />, duoworks)).toBe('');
  });
});
