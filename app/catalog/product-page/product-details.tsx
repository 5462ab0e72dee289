import { href, Link } from 'react-router';
import { formatParts } from '#app/i18n/format.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { productFieldsTexts } from '#app/i18n/texts/product-fields.ts';
import {
  type Attribute,
  type AttributeValue,
  choiceText,
  rangeOf,
  rangeText,
} from '#app/product/attributes.ts';
import { optionFields } from '#app/product/option-fields.ts';
import { optionList } from '#app/product/parse-values.ts';
import type { Product } from '#app/product/product.ts';
import { useShownValue } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { useProductLayout } from './use-product-layout.ts';

type ProductDetailsProps = { product: Product; facts: Attribute[] };

/** A product's description, options and attributes. */
export function ProductDetails({ product, facts: attributes }: ProductDetailsProps) {
  const t = productTexts();
  const fieldName = productFieldsTexts();
  const layout = useProductLayout();
  // Size and color have their own controls above.
  const listedFields = [
    ...optionFields.filter((field) => field !== 'size' && field !== 'color'),
    'brand',
  ] as const;
  const shown = useShownValue();
  const facts = listedFields.flatMap((fact) => {
    const value = formatParts(optionList(product[fact]).map(shown));
    return value ? [{ fact, value }] : [];
  });
  const valueText = (attribute: Attribute, value: AttributeValue | undefined) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number' || typeof value === 'object') return rangeText(rangeOf(value), attribute);
    return value && choiceText(attribute, value);
  };
  const paragraphs = product.description.split(/\n+/).filter((text) => text.trim() !== '');
  const hasFacts = Boolean(product.category_id) || attributes.length > 0 || facts.length > 0;
  if (paragraphs.length === 0 && !hasFacts) return null;
  return (
    <section className="flex flex-col gap-5">
      {paragraphs.length > 0 ? (
        <div className="flex flex-col gap-3">
          <h2 className="text-heading">{t('description')}</h2>
          {paragraphs.map((text) => (
            <p key={text} className="wrap-anywhere max-w-prose">
              {text}
            </p>
          ))}
        </div>
      ) : null}
      {hasFacts ? (
        <dl className={classes('grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t pt-4', layout.facts)}>
          {product.category_id ? (
            <>
              <dt className="text-ink-soft">{fieldName('category')}</dt>
              <dd>
                <Link
                  to={href('/category/:id', { id: product.category.slug || product.category_id })}
                  className="text-link underline underline-offset-4"
                >
                  {product.category.name}
                </Link>
              </dd>
            </>
          ) : null}
          {attributes.map((attribute) => (
            <div key={attribute.id} className="contents">
              <dt className="text-ink-soft">{attribute.name}</dt>
              <dd>{valueText(attribute, product.attributes[attribute.id])}</dd>
            </div>
          ))}
          {facts.map(({ fact, value }) => (
            <div key={fact} className="contents">
              <dt className="text-ink-soft">{fieldName(fact)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}
