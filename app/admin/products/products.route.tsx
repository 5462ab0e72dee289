import { useEffect } from 'react';
import { href, useNavigate } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Attributes } from '../attributes/attribute-list.tsx';
import { readStoredAttributes } from '../attributes/attributes-data.ts';
import { readListedCategories } from '../categories/categories-data.ts';
import { Categories } from '../categories/category-list.tsx';
import { SearchWordList } from '../search-words/search-word-list.tsx';
import { readSearchWords } from '../search-words/search-words-data.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { readViews } from '../ui/list/saved-views.ts';
import { StoreFilter } from '../ui/list/store-filter.tsx';
import { oneOf } from '../ui/list/url-state.ts';
import { shownStores } from '../ui/office-stores.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Route } from './+types/products.route.ts';
import { readUndoable } from './data/change-products.ts';
import { productsPerPage, readAdminProducts } from './data/read-admin-products.ts';
import { cleanUpUnusedFiles } from './data/unused-files.ts';
import { ExportPanel } from './files/export-panel.tsx';
import { ImportPanel } from './files/import-panel.tsx';
import { UndoPanel } from './files/undo-panel.tsx';
import { ProductList } from './list/product-list.tsx';
import { productFilter } from './model/list-filter.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminProductsTexts()('title') });
}

const tabs = ['products', 'categories', 'attributes', 'words', 'files'] as const;

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const capability = pageCapabilities['/admin/products'];
  const user = await requireCapability(request, pageCapabilities['/admin/products']);
  const stores = shownStores(user, capability, url.searchParams);
  const filter = productFilter(url.searchParams);
  // Categories, attributes, search words and files are each store's own.
  const tab = isAllStores() ? 'products' : oneOf(tabs, url.searchParams.get('tab'));
  const [categories, attributes, words, views, list, undoable] = await Promise.all([
    stores.length === 1 ? readListedCategories(stores[0]) : [],
    tab === 'attributes' ? readStoredAttributes() : [],
    tab === 'words' ? readSearchWords() : [],
    tab === 'products' ? readViews('products') : [],
    tab === 'products' ? readAdminProducts(stores, filter) : null,
    tab === 'files' ? readUndoable() : [],
  ]);
  if (list) {
    const { page } = filter;
    const { products, count } = list;
    redirectToLastPage(url.searchParams, {
      page,
      perPage: productsPerPage,
      rowCount: products.length,
      count,
    });
  }
  return { tab, stores, filter, categories, attributes, words, views, list, undoable };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Products, with categories, attributes, search words and files as further tabs. */
export default function Products({ loaderData }: Route.ComponentProps) {
  const { tab, stores, filter, categories, attributes, words, views, list, undoable } = loaderData;
  const t = adminProductsTexts();
  const navigate = useNavigate();
  useEffect(() => void cleanUpUnusedFiles(), []);
  const show = (value: string) =>
    navigate(value === 'products' ? href('/admin/products') : `${href('/admin/products')}?tab=${value}`);
  if (isAllStores()) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <ListHead title={t('title')}>
          <StoreFilter capability={pageCapabilities['/admin/products']} />
        </ListHead>
        {list ? (
          <ProductList stores={stores} filter={filter} categories={categories} views={views} {...list} />
        ) : null}
      </div>
    );
  }
  return (
    <PageTabs
      title={t('title')}
      value={tab}
      onChange={show}
      tabs={[
        {
          value: 'products',
          label: t('products'),
          content: list ? (
            <ProductList stores={stores} filter={filter} categories={categories} views={views} {...list} />
          ) : (
            <ListSkeleton />
          ),
        },
        { value: 'categories', label: t('categories'), content: <Categories categories={categories} /> },
        {
          value: 'attributes',
          label: t('attributes'),
          content: <Attributes attributes={attributes} categories={categories} />,
        },
        { value: 'words', label: t('words'), content: <SearchWordList words={words} /> },
        {
          value: 'files',
          label: t('files'),
          content: (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <ExportPanel />
              <ImportPanel undoable={undoable} categories={categories} />
              <UndoPanel changes={undoable} />
            </div>
          ),
        },
      ]}
    />
  );
}
