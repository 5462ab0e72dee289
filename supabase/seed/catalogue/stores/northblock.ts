import type { StoreWords } from './store-words.ts';

export const northblockWords: StoreWords = {
  banners: [
    {
      title: 'Drop 07 is live',
      description: 'Numbered. Not restocked. Friday 20:00, until gone.',
      link: '/shop',
      picture: {
        lines: ['DROP', '07'],
        face: 'anton',
        ground: '#a9aca7',
        ink: '#0a0a0a',
        second: '#0a0a0a',
        products: ['Foundation hoodie', 'Block 12 label tee'],
      },
    },
    {
      title: 'Last pieces of 06',
      description: 'Marked down. Sizes as they are.',
      link: '/deals',
      picture: {
        lines: ['LAST', 'PIECES'],
        face: 'krona',
        ground: '#75ef45',
        ink: '#0a0a0a',
        second: '#1d4a10',
        products: ['Site Safety hoodie', 'Tarmac cargos'],
      },
    },
    {
      title: 'Print your own block',
      description: 'Heavy blanks from E£ 90. Your words, your wall.',
      link: '/customize',
      picture: {
        lines: ['YOUR', 'WALL'],
        face: 'archivo',
        ground: '#3a3c3b',
        ink: '#f1f1ee',
        second: '#75ef45',
        products: ['Blank 400 hoodie', 'Static tee'],
      },
    },
  ],
  codes: [
    {
      code: 'NORTHSIDE',
      description: '10 % off your first drop',
      kind: 'percent',
      value: 10,
      perPerson: 1,
      isPublic: true,
    },
    {
      code: 'ROOFTOP',
      description: 'E£ 75 off from E£ 700',
      kind: 'fixed',
      value: 75,
      minimum: 700,
      isPublic: true,
    },
    { code: 'CREWONLY', description: 'Crew', kind: 'percent', value: 30, total: 40 },
    { code: 'DROP06', description: 'Over', kind: 'percent', value: 20, isActive: false },
  ],
  slots: [
    { days: [0, 1, 2, 3, 4], from: '12:00', to: '17:00', capacity: 40 },
    { days: [0, 1, 2, 3, 4, 5], from: '18:00', to: '23:00', capacity: 40 },
  ],
  faq: [
    { question: 'Do you restock?', answer: 'No. When a number is gone it is gone. Blanks stay.' },
    {
      question: 'How does it fit?',
      answer:
        'Wide and heavy. Take your usual size for the cut we meant, one down for a normal fit. Every piece has a chart in centimetres.',
    },
    {
      question: 'When is the next drop?',
      answer: 'Fridays at eight in the evening. Which Friday, we say three days before.',
    },
    {
      question: 'Which payments do you take?',
      answer: 'Cash on delivery, or card online. Cash is counted at the door.',
    },
    { question: 'How do I wash 400 gsm?', answer: 'Cold, inside out, hang it. The dryer will win.' },
    {
      question: 'Can I cancel?',
      answer: 'Until it goes on the press. You can see the status on your order.',
    },
    { question: 'Where are you?', answer: 'Block 12, roof. No, you cannot come up.' },
  ],
  reviews: [
    {
      rating: 5,
      title: 'Weighs more than my bag',
      body: 'Heaviest hoodie I own and the print is clean at the edges. Number 41.',
    },
    { rating: 5, title: 'Fits like the photo', body: 'Dropped shoulder, cropped enough. Took my usual L.' },
    { rating: 3, title: 'Good, slow', body: 'Piece is great. Took five days to reach Tanta.' },
  ],
};
