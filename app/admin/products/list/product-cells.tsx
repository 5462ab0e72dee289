import { type ReactNode, useRef } from 'react';
import { href, useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { formatPounds, toPounds } from '#app/lib/money.ts';
import { Swatch } from '#app/product/option-chip.tsx';
import { fields, text } from '#app/product/parse-values.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { Badge } from '#app/ui/badge.tsx';
import { toastName } from '#app/ui/toast.ts';
import { InlineEdit } from '../../ui/list/inline-edit.tsx';
import { fromList } from '../../ui/list/url-state.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListedProduct, LowStock } from '../data/read-admin-products.ts';
import { addPieces, type Priced, savePrice } from '../data/save-product.ts';
import { pieces, productForm, typedPiastres } from '../model/product-form.ts';

type CellProps = { product: ListedProduct };

/** Link to a product's page, which leads back to the list's query. */
export function productPage({ id, tenant_id: tenantId }: ListedProduct, query: URLSearchParams) {
  const to = href('/admin/products/edit/:id', { id });
  return isAllStores()
    ? { tenantId, to: query.size > 0 ? `${to}?${query}` : to }
    : { tenantId, to, state: fromList(query) };
}

/** URL parameters whose change removes rows of the list. */
const closingParams = 'tab search store category stock show sort page';

/** A product's price, edited in place; links to the variants where they have prices of their own. */
export function PriceCell({ product }: CellProps) {
  const t = adminProductsTexts();
  const { currency } = useBrand();
  const { user } = useSession();
  const {
    id,
    tenant_id,
    name,
    version,
    price,
    original_price: original,
    min_price: least,
    max_price: most,
  } = product;
  const base = useRef<Priced>({ id, tenant_id, version, price });
  const money = (pounds: number | null) => (pounds === null ? t('noPrice') : formatPounds(pounds, currency));

  const save = (typed: string) => {
    const checked = productForm.shape.price.safeParse(typed);
    if (!checked.success) return t('priceWrong');
    const pounds = toPounds(typedPiastres(checked.data));
    if (original !== null && original <= pounds && !(price !== null && original <= price))
      return t('originalPriceAbove', { originalPrice: money(original) });
    const previous = base.current;
    let current = previous;
    return {
      run: async () => {
        const { saved, newer } = await savePrice(previous, pounds);
        if (newer) {
          base.current = newer;
          throw new Error(t('priceMeanwhile', { price: money(newer.price) }));
        }
        current = saved;
      },
      done: () => ({
        title: t('priceChanged', { name: toastName(name) }),
        description: money(current.price),
      }),
      undo: async () => {
        const { newer } = await savePrice(current, previous.price);
        if (newer) throw new Error(t('undoLeft', { count: 1 }));
      },
      undone: t('undone'),
      undoFailed: t('undoFailed'),
    };
  };

  if (least !== price || most !== price) {
    return (
      <GridLink product={product} label={t('toPrices', { name })}>
        {least === most ? money(least) : t('priceRange', { least: money(least), most: money(most) })}
      </GridLink>
    );
  }
  const shown = (
    <span className="inline-flex flex-wrap gap-x-2 whitespace-nowrap font-details tabular-nums @3xl:flex-nowrap">
      {original && price !== null && original > price ? (
        <s className="text-ink-soft">{money(original)}</s>
      ) : null}
      <span>{money(price)}</span>
    </span>
  );
  if (!may(user, 'products.price')) return shown;
  return (
    <InlineEdit
      label={t('editPrice', { name })}
      value={String(price ?? '')}
      inputMode="decimal"
      closingParams={closingParams}
      onOpen={() => {
        base.current = { id, tenant_id, version, price };
      }}
      save={save}
    >
      {shown}
    </InlineEdit>
  );
}

/** A product's stock, edited in place; with several variants the total, as a link to them. */
export function StockCell({ product, low }: CellProps & { low: LowStock }) {
  const t = adminProductsTexts();
  const { id, name, stock, product_options: options } = product;
  const stockWhenOpened = useRef(stock);
  const tone = stock === 0 ? 'danger' : 'warning';
  const stockLabel =
    stock > (low[product.tenant_id] ?? 0) ? (
      <span className="font-details tabular-nums">{stock}</span>
    ) : (
      <Badge tone={tone}>{stock === 0 ? t('stock_out') : stock}</Badge>
    );
  const save = (typed: string) => {
    const checked = pieces.safeParse(typed);
    if (!checked.success) return t('stockWrong');
    // Saves the difference, so that pieces sold meanwhile stay sold.
    const delta = Number(checked.data) - stockWhenOpened.current;
    if (delta === 0) return null;
    return {
      run: () => addPieces(id, delta),
      done: (count: number) => ({
        title: t('stockChangedOf', { name: toastName(name) }),
        description: t('stockNow', { count }),
      }),
      undo: () => addPieces(id, -delta),
      undone: t('undone'),
      undoFailed: t('undoFailed'),
    };
  };

  if (options.length > 0) {
    return (
      <GridLink product={product} label={t('toStocks', { name })}>
        {stockLabel}
      </GridLink>
    );
  }
  return (
    <InlineEdit
      label={t('editStock', { name })}
      value={String(stock)}
      inputMode="numeric"
      closingParams={closingParams}
      onOpen={() => {
        stockWhenOpened.current = stock;
      }}
      save={save}
    >
      {stockLabel}
    </InlineEdit>
  );
}

type GridLinkProps = CellProps & { label: string; children: ReactNode };

function GridLink({ product, label, children }: GridLinkProps) {
  const [query] = useSearchParams();
  return (
    <RowLink
      {...productPage(product, query)}
      hash="variants"
      title={label}
      className="inline-flex min-h-8 items-center whitespace-nowrap font-details text-link tabular-nums underline"
    >
      <span className="sr-only">{`${label}: `}</span>
      {children}
    </RowLink>
  );
}

/** Maximum number of letters, and of swatches, on a line of the list. */
const mostLetters = 12;
const mostSwatches = 5;

/** Returns the values that fit on a line, at least the first. */
function valuesThatFit(values: readonly string[], kind: string): string[] {
  if (kind === 'color') return values.slice(0, mostSwatches);
  let letters = 0;
  return values.filter((value, index) => {
    letters += value.length + 2;
    return index === 0 || letters <= mostLetters;
  });
}

/** A product's options, one per line: colors as swatches, other values as chips. */
export function OptionsCell({ product: { product_options: options } }: CellProps) {
  const t = adminProductsTexts();
  const ordered = options.toSorted((one, other) => one.position - other.position);
  return (
    <span data-clip className="flex flex-col gap-1 empty:hidden">
      {ordered.map(({ position, kind, values, swatches }) => {
        const visible = valuesThatFit(values, kind);
        const more = values.length - visible.length;
        return (
          <span key={position} className="flex items-center gap-1">
            {visible.map((value) =>
              kind === 'color' ? (
                <span key={value} title={value} className="shrink-0">
                  <Swatch
                    background={text(fields(swatches)[value]) || swatchBackground(value)}
                    className="block size-4.5"
                  />
                  <span className="sr-only">{value}</span>
                </span>
              ) : (
                <Badge key={value} className="max-w-36 overflow-hidden">
                  {value}
                </Badge>
              ),
            )}
            {more > 0 ? <Badge>{t('moreValues', { count: more })}</Badge> : null}
          </span>
        );
      })}
    </span>
  );
}
