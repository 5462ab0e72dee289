import { questionTexts } from '#app/content/questions.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { fields } from '#app/product/parse-values.ts';
import type { BrandRow } from '#app/store/brand-row.ts';
import { attributeTexts } from '../../attributes/attribute-form.ts';
import { readStoredAttributes } from '../../attributes/attributes-data.ts';
import { categoryTexts, readListedCategories } from '../../categories/categories-data.ts';
import { untranslatedColumns } from '../../products/model/list-filter.ts';
import { readBrand } from '../../settings/brand/brand-data.ts';
import { brandTexts } from '../../settings/brand/brand-form.ts';
import { readSettings } from '../../settings/settings-data.ts';
import { translatedPaths } from '../../settings/settings-groups.ts';
import { otherLanguages } from '../../ui/edit/translated-texts.ts';
import { isUntranslated, untranslatedCondition } from '../../ui/list/untranslated.ts';
import { bannerTexts } from '../banners/banner-form.ts';
import { readAllBanners } from '../banners/banners-data.ts';
import { discountTexts } from '../discounts/discount-form.ts';
import { readStoredQuestions } from '../faq/faq-data.ts';

/** Number of rows of a kind, and of those that lack a translation. */
type Count = { all: number; lacking: number };

const countOf = (rows: readonly object[], texts: readonly string[]): Count => ({
  all: rows.length,
  lacking: rows.filter((row) => isUntranslated(row, texts)).length,
});

async function countProducts(): Promise<Count> {
  const supabase = await loadSupabase();
  const products = () =>
    supabase.from('products').select('id', { count: 'exact', head: true }).eq('tenant_id', pageTenant());
  const [all, lacking] = await Promise.all([
    products(),
    products().or(untranslatedCondition(untranslatedColumns)),
  ]);
  dataOf(all);
  dataOf(lacking);
  return { all: all.count ?? 0, lacking: lacking.count ?? 0 };
}

/** Counts options by untranslated values. Sizes need no translation. */
async function countOptions(): Promise<Count> {
  const supabase = await loadSupabase();
  const options = () =>
    supabase
      .from('product_options')
      .select('position', { count: 'exact', head: true })
      .eq('tenant_id', pageTenant())
      .neq('kind', 'size');
  const lacking = otherLanguages.map((language) => `translations->${language}->values.is.null`);
  const [all, some] = await Promise.all([options(), options().or(lacking.join(','))]);
  dataOf(all);
  dataOf(some);
  return { all: all.count ?? 0, lacking: some.count ?? 0 };
}

async function countCodes(): Promise<Count> {
  const supabase = await loadSupabase();
  const codes = () =>
    supabase
      .from('discounts')
      .select('id', { count: 'exact', head: true })
      .eq('tenant_id', pageTenant())
      .is('user_id', null);
  const [all, lacking] = await Promise.all([codes(), codes().or(untranslatedCondition(discountTexts))]);
  dataOf(all);
  dataOf(lacking);
  return { all: all.count ?? 0, lacking: lacking.count ?? 0 };
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Counts the texts of a settings group; empty ones use the brand's texts, which exist in each language. */
function countSettings(group: 'store' | 'contact' | 'legal' | 'invoicing', row: Settings): Count {
  const own = fields(row?.[group]);
  const written = translatedPaths(group).filter((path) => typeof own[path] === 'string' && own[path] !== '');
  const lacking = written.filter((path) =>
    otherLanguages.some((language) => !translatedWords(row?.translations, group, language)[path]),
  );
  return { all: written.length, lacking: lacking.length };
}

/** Counts the brand's texts; its name may be the same in each language. */
function countBrand(row: BrandRow | null): Count {
  const written = brandTexts.filter((name) => name !== 'name' && row?.[name]);
  return { all: written.length, lacking: written.filter((name) => isUntranslated(row ?? {}, [name])).length };
}

/** Counts the texts that shoppers read, and the untranslated ones. @throws BackendError */
export async function countTranslations() {
  const [products, options, categories, attributes, banners, questions, codes, settings, brand] =
    await Promise.all([
      countProducts(),
      countOptions(),
      readListedCategories(),
      readStoredAttributes(),
      readAllBanners(),
      readStoredQuestions(),
      countCodes(),
      readSettings(),
      readBrand(),
    ]);
  return {
    products,
    options,
    categories: countOf(categories, categoryTexts),
    attributes: countOf(attributes, attributeTexts),
    banners: countOf(banners, bannerTexts),
    faq: countOf(questions, questionTexts),
    codes,
    brand: countBrand(brand),
    legal: countSettings('legal', settings),
    store: countSettings('store', settings),
    contact: countSettings('contact', settings),
    invoicing: countSettings('invoicing', settings),
  };
}

export type TranslationCounts = Awaited<ReturnType<typeof countTranslations>>;
