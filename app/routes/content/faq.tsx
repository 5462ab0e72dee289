import { useState } from 'react';
import { href } from 'react-router';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { FaqList } from '#app/content/faq-list.tsx';
import { faqJsonLd, matchingQuestions, readFaq } from '#app/content/questions.ts';
import { contentTexts } from '#app/i18n/texts/content.ts';
import { storeContext } from '#app/lib/context.ts';
import { useRootData } from '#app/store/root-data.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Route } from './+types/faq.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const { copy } = brandInLanguage(store.brand, store.language).design;
  return { questions: await readFaq(store), text: copy.faqText };
}

export function meta(args: Route.MetaArgs) {
  const t = contentTexts();
  const questions = args.loaderData?.questions ?? [];
  return pageMeta(args, {
    name: t('faqTitle'),
    description: t('faqDescription'),
    jsonLd: questions.length > 0 ? [faqJsonLd(questions)] : [],
  });
}

export default function Faq({ loaderData: { questions, text } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const t = contentTexts();
  const { help: layout } = useRootData();
  const [search, setSearch] = useState('');
  const matches = matchingQuestions(questions, search);
  const searchable = questions.length > 5;
  return (
    <>
      <ListingHeading title={t('faqTitle')} text={text} crumbs={[{ label: t('faqTitle') }]} />
      <div className={searchable ? layout.page : classes(layout.page, 'lg:grid-cols-1!')}>
        {searchable ? (
          <TextField
            label={t('faqSearch')}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className={classes(layout.aside, 'lg:sticky lg:top-28')}
          />
        ) : null}
        {matches.length > 0 ? (
          <FaqList questions={matches} />
        ) : questions.length === 0 ? (
          <EmptyState
            title={t('faqNone')}
            action={<LinkButton to={href('/contact')}>{t('faqAsk')}</LinkButton>}
          >
            {t('faqNoneWhy')}
          </EmptyState>
        ) : (
          <EmptyState
            title={t('faqNothing')}
            action={<LinkButton to={href('/contact')}>{t('faqAsk')}</LinkButton>}
          >
            {t('faqNothingWhy')}
          </EmptyState>
        )}
      </div>
    </>
  );
}
