import { useState } from 'react';
import { href } from 'react-router';
import { storefrontContext } from '#app/lib/context.ts';
import { contentWords } from '#app/messages/en/content.ts';
import { useWords } from '#app/messages/use-words.ts';
import { pageMeta } from '#app/shell/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/faq.route.ts';
import { faqJsonLd, matchingQuestions } from './faq.ts';
import { FaqList } from './faq-list.tsx';
import { readFaq } from './read-faq.ts';

export function loader({ context }: Route.LoaderArgs) {
  return readFaq(context.get(storefrontContext));
}

export function meta(args: Route.MetaArgs) {
  const questions = args.loaderData ?? [];
  return pageMeta(args, {
    name: contentWords.faqTitle,
    description: contentWords.faqDescription,
    jsonLd: questions.length > 0 ? [faqJsonLd(questions)] : [],
  });
}

export default function Faq({ loaderData: questions }: Route.ComponentProps) {
  const t = useWords(contentWords);
  const [sought, setSought] = useState('');
  const found = matchingQuestions(questions, sought);
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-8 px-gutter py-section">
      <div className="grid gap-2">
        <h1 className="text-title">{t('faqTitle')}</h1>
        <p className="text-ink-soft">{t('faqLead')}</p>
      </div>
      {questions.length > 5 ? (
        <TextField
          label={t('faqSearch')}
          type="search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      ) : null}
      {found.length > 0 ? (
        <FaqList questions={found} />
      ) : (
        <EmptyState title={t('faqNothing')}>
          {t('faqNothingWhy')} <TextLink to={href('/shop')}>{t('faqShop')}</TextLink>
        </EmptyState>
      )}
    </div>
  );
}
