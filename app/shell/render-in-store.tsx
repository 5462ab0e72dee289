import { createContext, type ReactElement, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import type { Brand } from '#app/brands/brand.ts';
import { BrandContext } from '#app/brands/use-brand.ts';
import { pack } from '#app/lib/packed.ts';
import { layoutsOf } from './layouts.ts';
import { publicSettings } from './public-settings.ts';
import type { RootAnswer, RootData } from './root-data.ts';
import { ThemeProvider } from './theme-provider.tsx';

const ElementContext = createContext<ReactElement | null>(null);

function Shown() {
  return useContext(ElementContext);
}

/**
 * For tests: the markup of something as it stands on a page of a store, with the root loader's answer around it.
 * @param path the page's.
 */
export function renderInStore(
  element: ReactElement,
  brand: Brand,
  over: Partial<RootData> = {},
  path = '/',
): string {
  const { origin, sharedHost, categories, takesCards, backend, ...own } = over;
  const settings = publicSettings(brand, null);
  const root: RootAnswer = {
    store: pack({ tenantId: brand.id, brand, settings, ...layoutsOf(brand), ...own }),
    page: pack({
      origin: origin ?? `https://${brand.domain}`,
      sharedHost: sharedHost ?? false,
      categories: categories ?? [{ id: 'c1', name: 'Hoodies' }],
      takesCards: takesCards ?? true,
      backend: backend ?? { url: '', publishableKey: '' },
    }),
  };
  const Page = createRoutesStub([{ id: 'root', path: '*', loader: () => root, Component: Shown }]);
  return renderToStaticMarkup(
    <BrandContext value={brand}>
      <ThemeProvider>
        <ElementContext value={element}>
          <Page initialEntries={[path]} hydrationData={{ loaderData: { root } }} />
        </ElementContext>
      </ThemeProvider>
    </BrandContext>,
  );
}
