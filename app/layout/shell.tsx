import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { ChatLauncher } from '#app/chat/chat-launcher.tsx';
import { formatDate } from '#app/i18n/format.ts';
import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { doorsTexts } from '#app/i18n/texts/doors.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { preferredLanguage } from '#app/lib/language-choice.ts';
import { useOptionalRootData } from '#app/store/root-data.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { useIsSlow } from '#app/ui/page-spinner.tsx';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { Toaster } from '#app/ui/toaster.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';
import { AnnouncementBar } from './announcement-bar.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header, QuietHeader } from './header.tsx';
import { LandingHeader } from './landing-header.tsx';

const LanguageOffer = lazyWithRetry(() => import('./language-offer.tsx'), { Failed: () => null });
const MusicPlayer = lazyWithRetry(() => import('./music-player.tsx'), { Failed: () => null });

const contentId = 'content';

type ShellProps = {
  /** Shows an error page, which does not work under the landing's header. */
  failed?: boolean;
  /** Checkout pages: header and footer without links. */
  quiet?: boolean;
  children: ReactNode;
};

/** The layout of every store page: header, content, footer. */
export function Shell({ failed = false, quiet = false, children }: ShellProps) {
  const t = shellTexts();
  const { hideInitialNavbar, musicSrc } = useBrand();
  const liveChat = useOptionalRootData()?.settings.features.liveChat;
  const { pathname } = useLocation();
  const landing = pathname === '/' && hideInitialNavbar && !failed;
  return (
    <div className="flex flex-col">
      <div className="contents print:hidden">
        <SkipLink target={contentId}>{t('skip')}</SkipLink>
        {failed ? null : <ProgressLine />}
        <FocusContent />
        <DoorNotice />
        {quiet ? (
          <QuietHeader />
        ) : landing ? (
          <LandingHeader />
        ) : (
          <>
            <AnnouncementBar />
            <Header />
          </>
        )}
      </div>
      {/* Remounted with the other header, so that the content does not move by the height difference. */}
      <Content key={quiet ? 'quiet' : 'full'}>{children}</Content>
      <div className="contents print:hidden">
        <Footer quiet={quiet} />
        <BottomBar />
        {musicSrc ? <MusicPlayer /> : null}
        {liveChat ? <ChatLauncher /> : null}
        {/* Its position differs below a quiet header; remounted, so that it does not move there. */}
        <Toaster key={quiet ? 'quiet' : 'full'} />
        {quiet ? null : <OfferedLanguage />}
      </div>
      {/* A new page starts at its top (docs/product.md, Pages); back and forward restore the scroll position. */}
      <ScrollRestoration />
    </div>
  );
}

/** The main content; at least one viewport high, so that the footer does not jump when the session or cart loads. */
function Content({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRestoredFocus<HTMLElement>(pathname);
  return (
    <main
      ref={main}
      id={contentId}
      tabIndex={-1}
      className="min-h-dvh overflow-x-clip outline-none print:min-h-0"
    >
      {children}
    </main>
  );
}

/** Moves the focus to the new page's content after a navigation. */
function FocusContent() {
  const { pathname } = useLocation();
  const before = useRef(pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const content = document.getElementById(contentId);
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}

/**
 * Offers the person's language if the page is in another one and they have not chosen. Known only after hydration.
 * Surrounding components must not re-render for it: lazy ones that are still loading would vanish until then.
 */
function OfferedLanguage() {
  const { onlyLanguage } = useBrand();
  // Cart, account and orders have their buttons and amounts where the offer is, and a person there has long chosen.
  const isShopping = useMatches().some(({ id }) => id === 'routes/shopping');
  const [offered, setOffered] = useState<Language | null>(null);
  useEffect(() => {
    const preferred = onlyLanguage ?? preferredLanguage();
    setOffered(preferred === pageLanguage() ? null : preferred);
  }, [onlyLanguage]);
  return offered && !isShopping ? <LanguageOffer language={offered} onStay={() => setOffered(null)} /> : null;
}

/** Notice that the store takes no orders: until a day, or because only people with the preview link see it. */
function DoorNotice() {
  const t = doorsTexts();
  const opening = useOptionalRootData()?.opening;
  if (!opening) return null;
  const day = opening.reopensOn && formatDate(opening.reopensOn);
  return (
    <p role="note" className="bg-tint px-4 py-2.5 text-center text-on-tint text-sm">
      {day ? t('backOn', { day }) : t('closedToOthers')}
    </p>
  );
}

/** Progress bar of slow navigations, with a message when the store does not respond. */
function ProgressLine() {
  const t = shellTexts();
  const busy = useNavigation().state !== 'idle';
  const late = useIsSlow(busy);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-100 h-0.75">
      {busy ? (
        <>
          <div className="h-full origin-left animate-[progress-line_8s_cubic-bezier(0,0.9,0.3,1)_0.15s_both] bg-focus rtl:origin-right" />
          {late ? (
            <p className="stroked mx-auto mt-3 w-fit max-w-[calc(100%-2rem)] rounded-card border-line-strong bg-raised px-4 py-2.5 text-ink shadow-raised">
              {t('noAnswer')}
            </p>
          ) : (
            <span className="sr-only">{t('loading')}</span>
          )}
        </>
      ) : null}
    </div>
  );
}
