import { type ReactNode, useEffect } from 'react';
import { Links, type LoaderFunctionArgs, Meta, Outlet, Scripts, useMatches } from 'react-router';
import { resumeSession } from '#app/auth/session.ts';
import { BrandContext } from '#app/brands/use-brand.ts';
import { awaitCart } from '#app/cart/cart-state.ts';
import { storefrontContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { directionOf } from '#app/messages/direction.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { BareError } from '#app/shell/bare-error.tsx';
import { replayEarlyInput } from '#app/shell/early-input.ts';
import { errorMeta } from '#app/shell/error-meta.ts';
import { ErrorPage } from '#app/shell/error-page.tsx';
import { loadRoot } from '#app/shell/load-root.ts';
import { type RootAnswer, useOptionalRootData } from '#app/shell/root-data.ts';
import { metaWords, type PageMetaArgs, pageMeta } from '#app/shell/seo.ts';
import { Shell } from '#app/shell/shell.tsx';
import { ThemeProvider } from '#app/shell/theme-provider.tsx';

export function loader({ context }: LoaderFunctionArgs): Promise<RootAnswer> {
  return loadRoot(context.get(storefrontContext));
}

/** What every page knows changes with a visit, not with a click. */
export function shouldRevalidate() {
  return false;
}

/** The root speaks for every page that is missing or failed: its own route is not asked any more. */
export function meta(args: PageMetaArgs) {
  return args.error ? errorMeta(args) : pageMeta(args, { name: metaWords(args, shellWords)('home') });
}

/** The document around every page, also around errors. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useOptionalRootData();
  const language = root?.brand.defaultLanguage ?? 'en';
  useEffect(replayEarlyInput, []);
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-tenant={root?.tenantId}
      data-backend-url={root?.backend.url || undefined}
      data-backend-key={root?.backend.publishableKey}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        <BrandContext value={root?.brand}>
          <ThemeProvider>{children}</ThemeProvider>
        </BrandContext>
        <Scripts />
      </body>
    </html>
  );
}

/** Pages with a frame of their own, such as the back office, say so in their handle. */
function Frame({ children }: { children: ReactNode }) {
  const bare = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.frame === 'own');
  return bare ? children : <Shell>{children}</Shell>;
}

export default function Root() {
  useEffect(() => {
    resumeSession();
    return awaitCart();
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
