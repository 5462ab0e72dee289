import { Menu } from 'lucide-react';
import { useState } from 'react';
import { href, Outlet, redirect, redirectDocument, useLocation, useNavigation } from 'react-router';
import { requireStaff } from '#app/auth/guards.ts';
import { may } from '#app/auth/model.ts';
import { isAllStores, officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { pathInLanguage, splitLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { splitOffice } from '#app/lib/office-address.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { sheetLinks } from '#app/lib/sheet-links.ts';
import { pageMeta } from '#app/store/seo.ts';
import sheet from '#app/styles/back-office.css?url';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Button } from '#app/ui/button.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Toaster } from '#app/ui/toaster.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';
import { DemoNotice } from '../demo-removal/demo-notice.tsx';
import { anchorOf } from '../live/anchor.ts';
import { useApprovalCounting } from '../live/approval-requests.ts';
import { useNewOrderCounting } from '../live/new-orders.ts';
import { usePresence } from '../live/presence.ts';
import { PresencePeers } from '../live/presence-peers.tsx';
import { useUnreadCounting } from '../live/unread-messages.ts';
import { useRightsPush } from '../live/use-rights-push.ts';
import { useOrderBell } from '../orders/list/order-sound.ts';
import { useScanAnywhere } from '../orders/scan/use-open-scanned.ts';
import { AskForApproval } from '../requests/ask-for-approval.tsx';
import { useDecisionToast } from '../requests/use-decision-toast.ts';
import { adminCrumbs, allStorePages } from '../ui/admin-pages.ts';
import { useForMeCounting } from '../ui/assignment/for-me.ts';
import { hasDirtyForm } from '../ui/edit/dirty-forms.ts';
import { NavigationGuard } from '../ui/edit/navigation-guard.tsx';
import { useSaveKeys } from '../ui/edit/save-keys.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { OfficeStoresContext, readOfficeStores } from '../ui/office-stores.ts';
import { useWedge } from '../ui/scanner/scans.ts';
import { SecondStepAgain } from '../ui/second-step-again.tsx';
import type { Route } from './+types/admin.route.ts';
import { AdminNav } from './admin-nav.tsx';
import {
  CommandPalette,
  CommandPaletteButton,
  useCommandPalette,
} from './command-palette/command-palette.tsx';
import { KeyHelp, useKeyHelp } from './key-help.tsx';
import { readLacksSecondFactor, SecondStepDemand } from './second-step-demand.tsx';
import { SeenAsNotice } from './seen-as-notice.tsx';
import { SetupNotice } from './setup-notice.tsx';
import { StoreSwitcher } from './store-switcher.tsx';

export const handle = { frame: 'own' } satisfies RouteHandle;

export const links = () => sheetLinks(sheet);

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminTexts()('title') });
}

/** Redirects to the user's office language, whatever the URL says, and from a single store's page out of the office of all stores. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireStaff(request);
  const url = new URL(request.url);
  const path = splitLanguage(url.pathname).path + url.search;
  // Texts are loaded for one language per document, so another one needs a document load.
  if (user.officeLanguage !== pageLanguage())
    throw redirectDocument(new URL(pathInLanguage(path, user.officeLanguage), url.origin).href);
  // The document's store is the host's; its own pages must not look as if they were those of all stores.
  const page = splitOffice(splitLanguage(url.pathname).path).path.replace(/\/+$/, '');
  if (isAllStores() && page !== href('/admin') && !allStorePages.has(page)) throw redirect(href('/admin'));
  const [stores, lacksSecondFactor] = await Promise.all([readOfficeStores(user), readLacksSecondFactor()]);
  return { stores, lacksSecondFactor };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <PageSpinner />;
}

/** Layout of the back office: the page, beside a sidebar with brand and pages, which is a sheet on phones. */
export default function Admin({ loaderData: { stores, lacksSecondFactor } }: Route.ComponentProps) {
  const t = adminTexts();
  const location = useLocation();
  const { location: next = location } = useNavigation();
  const [open, setOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useCommandPalette();
  const [helpOpen, setHelpOpen] = useKeyHelp();
  usePresence();
  useNewOrderCounting();
  useUnreadCounting();
  useForMeCounting();
  const { user } = useSession();
  const approvalStores = may(user, 'approvals.see') ? officeStores(user, 'approvals.see') : [];
  useApprovalCounting(approvalStores);
  useDecisionToast(approvalStores);
  useOrderBell();
  useWedge(useScanAnywhere());
  useSaveKeys();
  useRightsPush(hasDirtyForm);
  const main = useRestoredFocus<HTMLElement>(`${anchorOf(location)} ${anchorOf(next)}`);
  const navigating = next.pathname.startsWith('/admin') && next.pathname !== location.pathname;
  return (
    <OfficeStoresContext value={stores}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-e bg-surface p-4 lg:flex print:hidden">
          <StoreSwitcher />
          <CommandPaletteButton onOpen={() => setPaletteOpen(true)} />
          <AdminNav />
        </aside>
        <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b bg-surface px-4 py-2 lg:hidden print:hidden">
          <StoreSwitcher />
          <div className="flex items-center">
            <CommandPaletteButton onOpen={() => setPaletteOpen(true)} />
            <Button variant="quiet" size="icon" aria-label={t('menu')} onClick={() => setOpen(true)}>
              <Menu className="size-5" />
            </Button>
          </div>
        </header>
        <Sheet open={open} onClose={() => setOpen(false)} title={t('title')} side="start">
          <AdminNav onLeave={() => setOpen(false)} />
        </Sheet>
        <main
          ref={main}
          id="content"
          className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 md:gap-1 md:px-8 md:pt-2 md:pb-8 print:block print:p-0"
        >
          {isAllStores() ? null : <SetupNotice />}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 print:hidden">
            <Breadcrumb crumbs={adminCrumbs(location, t)} />
            <PresencePeers />
          </div>
          <SeenAsNotice />
          <DemoNotice />
          {lacksSecondFactor ? <SecondStepDemand /> : navigating ? <ListSkeleton /> : <Outlet />}
        </main>
        <NavigationGuard />
        {/* Not lazy, because keys typed right after opening must reach it. */}
        {paletteOpen ? (
          <CommandPalette onClose={() => setPaletteOpen(false)} onKeys={() => setHelpOpen(true)} />
        ) : null}
        <AskForApproval />
        <KeyHelp open={helpOpen} onClose={() => setHelpOpen(false)} />
        <SecondStepAgain />
        <Toaster />
      </div>
    </OfficeStoresContext>
  );
}
