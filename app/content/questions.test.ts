import { describe, expect, it } from 'vitest';
import { faqJsonLd, matchingQuestions } from './questions.ts';

const questions = [
  { question: 'How long does delivery take?', answer: 'Two to four days in Cairo and Giza.' },
  { question: 'Can I return a print?', answer: 'Tell us within 24 hours of delivery.' },
];

describe('the FAQ', () => {
  it('finds questions by any words of question and answer', () => {
    expect(matchingQuestions(questions, ' cairo  DAYS ')).toEqual([questions[0]]);
    expect(matchingQuestions(questions, 'delivery')).toEqual(questions);
    expect(matchingQuestions(questions, 'moon')).toEqual([]);
    expect(matchingQuestions(questions, '')).toEqual(questions);
  });

  it('has structured data as schema.org defines it', () => {
    expect(faqJsonLd(questions)).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [
        { '@type': 'Question', name: questions[0]?.question, acceptedAnswer: { '@type': 'Answer' } },
        {},
      ],
    });
  });
});
