import { expect, it } from 'vitest';
import { duoworks } from '#app/brands/duoworks.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import Faq from '#app/routes/content/faq.tsx';
import { defaultQuestions } from '#app/store/default-content.ts';
import { PolicyText } from './policy-text.tsx';

it('a store without answers says so and links to the contact page, with nothing to search', () => {
  const markup = renderInStore(<Faq loaderData={{ questions: [], text: '' }} />, duoworks);
  expect(markup).toContain('There are no answers here yet');
  expect(markup).toContain('href="/contact"');
  expect(markup).not.toMatch(/Nothing fits these words|Search the answers/);
});

it('a few answers have no search field, many have one', () => {
  const questions = defaultQuestions(duoworks);
  expect(renderInStore(<Faq loaderData={{ questions, text: '' }} />, duoworks)).toContain(
    'Search the answers',
  );
  const few = renderInStore(<Faq loaderData={{ questions: questions.slice(0, 2), text: '' }} />, duoworks);
  expect(few).not.toContain('Search the answers');
  expect(few).toContain(questions[0]?.answer);
});

it('a missing policy says so, and an existing one shows its paragraphs', () => {
  expect(renderInStore(<PolicyText text=" " />, duoworks)).toContain('This text is being written.');
  const markup = renderInStore(<PolicyText text={'One.\n\n- Two\n- Three'} />, duoworks);
  expect(markup).toMatch(/<p>One\.<\/p><ul[^>]*><li>Two<\/li><li>Three<\/li><\/ul>/);
});
