import { createContext, type ReactElement, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, Outlet } from 'react-router';
import type { Brand } from '#app/brands/brand.ts';
import { copyByArea } from '#app/brands/brand-design.ts';
import { partsByArea } from '#app/brands/looks/looks.ts';
import { BrandContext } from '#app/brands/use-brand.ts';
import { storeData } from '#app/store/load-root.ts';
import { offeredOptions } from '#app/store/payment-options.ts';
import type { RootData } from '#app/store/root-data.ts';
import { ThemeProvider } from '#app/ui/theme-provider.tsx';

const ElementContext = createContext<ReactElement | null>(null);

function Shown() {
  return useContext(ElementContext);
}

/**
 * Test helper: renders an element on a page of a store, inside the root loader's data.
 * @param path path of the page
 */
export function renderInStore(
  element: ReactElement,
  brand: Brand,
  over: Partial<RootData> = {},
  path = '/',
): string {
  const data = storeData(brand, null);
  const root: RootData = {
    ...data,
    origin: `https://${brand.domain}`,
    renderedAt: Date.UTC(2026, 0, 1),
    sharedHost: false,
    language: 'en',
    categories: [{ id: 'c1', name: 'Hoodies', slug: 'hoodies' }],
    words: {},
    onlineOptions: ['stripe_card'],
    ownProviders: [],
    sendsMail: true,
    paymentOptions: offeredOptions(data.settings.payment, ['stripe_card'], 'en'),
    backend: { url: '', publishableKey: '' },
    opening: null,
    ...over,
  };
  const { page, shopping } = partsByArea(brand.design);
  const copy = copyByArea(brand.design.copy);
  const ofRoutes = {
    'routes/home': { look: { copy: copy.home, pictures: brand.design.pictures, ...page } },
    'routes/catalog/product': { layout: page.product },
    'routes/shopping': { ...shopping, copy: copy.shopping },
  };
  const Page = createRoutesStub([
    {
      id: 'root',
      Component: Outlet,
      // The element may belong to any page.
      children: [
        {
          id: 'routes/home',
          Component: Outlet,
          children: [
            {
              id: 'routes/catalog/product',
              Component: Outlet,
              children: [{ id: 'routes/shopping', path: '*', Component: Shown }],
            },
          ],
        },
      ],
    },
  ]);
  return renderToStaticMarkup(
    <BrandContext value={brand}>
      <ThemeProvider>
        <ElementContext value={element}>
          <Page initialEntries={[path]} hydrationData={{ loaderData: { root, ...ofRoutes } }} />
        </ElementContext>
      </ThemeProvider>
    </BrandContext>,
  );
}
