import type { StoreWords } from './store-words.ts';

export const duoworksWords: StoreWords = {
  banners: [
    {
      title: 'Salma Adel × Kiln Nine',
      description: 'A painter and a pottery. Two hundred pieces, signed by both.',
      link: '/shop?search=Kiln',
      picture: {
        lines: ['Salma Adel', '× Kiln Nine'],
        face: 'serif',
        ground: '#ecdcc3',
        ink: '#3f2a20',
        second: '#a4512f',
        products: ['Amphora tee', 'Kiln Opening hoodie'],
      },
    },
    {
      title: 'From past editions',
      description: 'The last sizes of collections that will not be printed again.',
      link: '/deals',
      picture: {
        lines: ['Past', 'editions'],
        face: 'fatface',
        ground: '#e6d9ea',
        ink: '#3b2047',
        second: '#8e44ad',
        products: ['Courtyard hoodie', 'Glaze Test oversized tee'],
      },
    },
    {
      title: 'Your name beside ours',
      description: 'Design a garment and become the second name on the label.',
      link: '/customize',
      picture: {
        lines: ['You', '× Duoworks'],
        face: 'serif',
        ground: '#f4ecd8',
        ink: '#3b2047',
        second: '#8e44ad',
        products: ['Errata hoodie', 'First Line tee'],
      },
    },
  ],
  codes: [
    {
      code: 'COLLECTOR',
      description: '10 % off your first work',
      kind: 'percent',
      value: 10,
      perPerson: 1,
      isPublic: true,
    },
    {
      code: 'VERNISSAGE',
      description: 'Free delivery for guests of the opening',
      kind: 'free_shipping',
      value: 0,
      isPublic: true,
    },
    { code: 'PATRON', description: 'E£ 150 off from E£ 1,200', kind: 'fixed', value: 150, minimum: 1200 },
    { code: 'ARCHIVE', description: 'Closed', kind: 'percent', value: 15, isActive: false },
  ],
  slots: [
    { days: [0, 2, 4], from: '11:00', to: '16:00', capacity: 15 },
    { days: [1, 3], from: '15:00', to: '20:00', capacity: 15 },
  ],
  faq: [
    {
      question: 'What is an edition?',
      answer:
        'The number of pieces we publish of a work, written on its label. When it has sold out, the pattern is filed and not used again.',
    },
    {
      question: 'Are the works signed?',
      answer: 'Both names are on the label, in the hand of their owners, printed in indelible ink.',
    },
    {
      question: 'How can I pay?',
      answer:
        'By card online, or by bank transfer. We keep your piece for three days until the transfer arrives.',
    },
    { question: 'Do you ship abroad?', answer: 'Not yet. We deliver in all twenty-seven governorates.' },
    {
      question: 'How do I care for the print?',
      answer:
        'Wash inside out at 30 degrees and dry in the shade. Treat it as you would a drawing that gets wet.',
    },
    {
      question: 'May I propose a collaboration?',
      answer:
        'Please do. Send three pictures and one sentence through the contact page; we answer each of them.',
    },
    {
      question: 'Is there somebody I can talk to?',
      answer: 'The live chat is answered by the studio, Sunday to Thursday from ten to six.',
    },
  ],
  bankDetails:
    'Duoworks Editions (a demo: no such account)\nBank of the Corniche, Alexandria\nEG00 0000 0000 0000 0000 0000 0000 0',
};
