import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { CartDrawerPlace } from '#app/cart/cart-drawer-place.tsx';
import { ChatLauncher } from '#app/chat/chat-launcher.tsx';
import { useOptionalRootData } from '#app/lib/root-data.ts';
import { Toaster } from '#app/ui/toaster.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LandingHeader } from './landing-header.tsx';
import { MusicPlayer } from './music-player.tsx';
import { ProgressLine } from './progress-line.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { contentId, SkipLink } from './skip-link.tsx';

type ShellProps = {
  /** That the page could not be shown: what stands in its place is not made for the landing's own bar. */
  failed?: boolean;
  children: ReactNode;
};

/** The frame of every page of the store around its content. */
export function Shell({ failed = false, children }: ShellProps) {
  const { hideInitialNavbar } = useBrand();
  const liveChat = useOptionalRootData()?.settings.features.liveChat;
  const landing = useLocation().pathname === '/' && hideInitialNavbar && !failed;
  return (
    <div className="flex flex-col">
      <div className="contents print:hidden">
        <SkipLink />
        {failed ? null : <ProgressLine />}
        <ScrollToTop />
        {landing ? (
          <LandingHeader />
        ) : (
          <>
            <AnnouncementBar />
            <Header />
          </>
        )}
      </div>
      {/* At least a window high: a page that finds out who is there, or what is in a cart, does not move its footer in sight. */}
      <main id={contentId} tabIndex={-1} className="min-h-dvh overflow-x-clip outline-none print:min-h-0">
        {children}
      </main>
      <div className="contents print:hidden">
        <Footer />
        <BottomBar />
        <MusicPlayer />
        {liveChat ? <ChatLauncher /> : null}
        <CartDrawerPlace />
        <Toaster />
      </div>
    </div>
  );
}
