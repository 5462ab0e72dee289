import { type ReactNode, use, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MetaDescriptor,
  Outlet,
  Scripts,
  useMatches,
} from 'react-router';
import { pageSession } from '#app/auth/session.ts';
import { brandFileType } from '#app/brands/brand-picture.ts';
import { BrandContext } from '#app/brands/use-brand.ts';
import { subscribeToCart } from '#app/cart/cart-store.ts';
import { forgetDraftAtSignOut } from '#app/checkout/draft-storage.ts';
import { directionOf, pageLanguage } from '#app/i18n/page-language.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { BareError, ErrorPage } from '#app/layout/error-page.tsx';
import { leaveOffice } from '#app/layout/leave-office.ts';
import { Shell } from '#app/layout/shell.tsx';
import { noteLoadingPage, useUnloadedPage } from '#app/layout/unloaded-page.ts';
import { storeContext } from '#app/lib/context.ts';
import { earlyReplacementsScript } from '#app/lib/early-replacements.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { loadRoot } from '#app/store/load-root.ts';
import { type RootData, useOptionalRootData } from '#app/store/root-data.ts';
import { type PageMetaArgs, pageMeta, rootData } from '#app/store/seo.ts';
import { DocumentStyles } from '#app/styles/document-styles-context.ts';
import { themeScript } from '#app/ui/theme.ts';
import { ThemeProvider } from '#app/ui/theme-provider.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return loadRoot(context.get(storeContext));
}

export const clientMiddleware = [noteLoadingPage, leaveOffice];

/** The root data depends on the visit, not on a navigation. */
export function shouldRevalidate() {
  return false;
}

/** The root provides the meta tags of missing and failed pages, as their route does not run. */
export function meta(args: PageMetaArgs) {
  return args.error ? errorMeta(args) : pageMeta(args, { name: shellTexts()('home') });
}

/** A brand's icon and theme color. */
function BrandHead({ brand, themeColor }: Pick<RootData, 'brand' | 'themeColor'>) {
  const icon = brand.icon ?? brand.logo;
  return (
    <>
      <link rel="icon" href={icon} type={brandFileType(icon)} />
      <meta name="theme-color" content={themeColor.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColor.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** The document of every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useOptionalRootData();
  const language = pageLanguage();
  const isStatic = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.isStatic);
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-language={language}
      data-tenant={root?.tenantId}
      data-host-tenant={root?.hostTenantId}
      data-office={root?.office}
      data-rendered-at={root?.renderedAt}
      data-backend-url={root?.backend.url || undefined}
      data-backend-key={root?.backend.publishableKey}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <script>{themeScript}</script>
        <script>{earlyReplacementsScript}</script>
        {root ? <BrandHead {...root} /> : null}
        {/* Inlined, which saves a request before the first paint. React keeps the server's style element, so browsers need no copy. */}
        <style href="app" precedence="default">
          {import.meta.env.SSR ? use(DocumentStyles) : ''}
        </style>
        <Meta />
        <Links />
      </head>
      <body>
        <BrandContext value={root?.brand}>
          <ThemeProvider>{children}</ThemeProvider>
        </BrandContext>
        {isStatic ? null : <Scripts />}
      </body>
    </html>
  );
}

/** Pages with their own frame, such as the back office, declare it in their handle. */
function Frame({ children }: { children: ReactNode }) {
  const frames = useMatches().map(({ handle }) => (handle as RouteHandle | undefined)?.frame);
  return frames.includes('own') ? children : <Shell quiet={frames.includes('quiet')}>{children}</Shell>;
}

export default function Root() {
  useUnloadedPage();
  useEffect(() => {
    // First, so that a person's cart is not taken for a guest's before the session is known.
    pageSession.resume();
    const stops = [forgetDraftAtSignOut(), subscribeToCart()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const root = useOptionalRootData();
  if (!root) return <BareError />;
  return (
    <Shell failed>
      <ErrorPage error={error} />
    </Shell>
  );
}

/** Meta tags of a missing or failed page, which must not be cached. */
function errorMeta(args: PageMetaArgs): MetaDescriptor[] {
  const t = shellTexts();
  const missing = isRouteErrorResponse(args.error) && args.error.status === 404;
  const failed = rootData(args)?.brand.design.copy.errorTitle ?? t('errorCode', { code: '500' });
  return pageMeta(args, { name: missing ? t('pageNotFound') : failed, noindex: true });
}
