import type { StoreWords } from './store-words.ts';

export const inkthreadWords: StoreWords = {
  banners: [
    {
      title: 'Design it, we print it',
      description: 'Your text from E£ 5, your picture from E£ 30. On a garment within three working days.',
      link: '/customize',
      picture: {
        lines: ['YOUR WORDS', 'OUR INK'],
        face: 'archivo',
        ground: '#dfe6f6',
        ink: '#0b1220',
        second: '#5879db',
        products: ['Undyed hoodie', 'Say It in Ink tee'],
      },
    },
    {
      title: 'Overprints are reduced',
      description: 'Cut too many, printed too well. Up to 25 % off until the rack is empty.',
      link: '/deals',
      picture: {
        lines: ['OVER', 'PRINTS'],
        face: 'anton',
        ground: '#f0e9dc',
        ink: '#20242e',
        second: '#e7552c',
        products: ['Bulge boxy tee', 'Off Register hoodie'],
      },
    },
    {
      title: 'Free delivery from E£ 500',
      description: 'Two hoodies and you are there.',
      link: '/shop',
      picture: {
        lines: ['FREE', 'FREIGHT'],
        face: 'slab',
        ground: '#e4dac6',
        ink: '#3a2a1c',
        second: '#d5622c',
        products: ['Desert Freight hoodie', 'Delivery bomber'],
      },
    },
  ],
  codes: [
    {
      code: 'FIRSTPRINT',
      description: '10 % off your first order',
      kind: 'percent',
      value: 10,
      perPerson: 1,
      isPublic: true,
    },
    {
      code: 'INK50',
      description: 'E£ 50 off orders from E£ 400',
      kind: 'fixed',
      value: 50,
      minimum: 400,
      isPublic: true,
    },
    {
      code: 'BASEMENT',
      description: 'For people who found the door',
      kind: 'percent',
      value: 15,
      minimum: 300,
      total: 200,
    },
    { code: 'SUMMERINK', description: 'Last summer’s code', kind: 'percent', value: 20, isActive: false },
  ],
  slots: [
    { days: [0, 1, 2, 3, 4], from: '10:00', to: '14:00', capacity: 30 },
    { days: [0, 1, 2, 3, 4], from: '16:00', to: '20:00', capacity: 40 },
    { days: [6], from: '12:00', to: '18:00', capacity: 25 },
  ],
  faq: [
    {
      question: 'How long does a printed garment take?',
      answer:
        'Three working days on the press, then two to four for delivery. Blanks leave the same day if you order before noon.',
    },
    {
      question: 'What may I upload?',
      answer:
        'PNG, JPEG or WebP up to 15 MB. For a sharp print of 30 cm you need about 1,800 pixels across; the designer warns you when a picture is too small.',
    },
    {
      question: 'Will the print crack?',
      answer:
        'We use water-based ink that becomes part of the cotton. Wash inside out at 30 degrees and it will outlive the collar.',
    },
    {
      question: 'Can I see a proof?',
      answer:
        'The preview in the designer is the proof: it uses the same measures as the press. For orders from ten pieces we print one and send you a photograph first.',
    },
    {
      question: 'How do I find my size?',
      answer:
        'Every garment has a size chart in centimetres. Lay a shirt you like flat, measure its width below the sleeves and compare.',
    },
    {
      question: 'May I cancel?',
      answer:
        'Free of charge until production starts. After that the garment has your design on it and nobody else can use it.',
    },
    {
      question: 'Do you print other people’s logos?',
      answer: 'Only if they are yours to print. We ask for a note from the owner when in doubt.',
    },
    {
      question: 'Can I collect my order?',
      answer:
        'Yes, from the basement at 18 Shagaret El Dor, Sunday to Thursday from eleven to seven. Mind the second step.',
    },
  ],
  reviews: [
    {
      rating: 5,
      title: 'Still white after a summer',
      body: 'Washed it every week since April. The print has not moved and the collar sits as it did on the first day.',
    },
    {
      rating: 4,
      title: 'Heavier than expected',
      body: 'In a good way, but go one size up if you like it loose. Delivery took three days.',
    },
    {
      rating: 5,
      title: 'The ink feels like nothing',
      body: 'You cannot feel where the print starts. My brother asked where I had it made.',
    },
  ],
};
