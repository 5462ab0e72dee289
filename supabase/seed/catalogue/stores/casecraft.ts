import type { StoreWords } from './store-words.ts';

export const casecraftWords: StoreWords = {
  banners: [
    {
      title: 'CC-402 is released',
      description: 'Graphite shell, red ring, 12.4 N of hold.',
      link: '/shop?search=CC-402',
      picture: {
        lines: ['12.4', 'NEWTON'],
        face: 'archivo',
        ground: '#f3f3f1',
        ink: '#111111',
        second: '#e01b12',
        products: ['CC-402 Ring Graphite, iPhone 16 Pro'],
      },
    },
    {
      title: 'End of line: iPhone 15',
      description: 'Same tests, lower price, until the trays are empty.',
      link: '/deals',
      picture: {
        lines: ['END', 'OF LINE'],
        face: 'archivo',
        ground: '#e01b12',
        ink: '#ffffff',
        second: '#1a0504',
        products: ['CC-205 Slim Sand, iPhone 15', 'CC-604 Carrara, iPhone 15'],
      },
    },
    {
      title: 'Dropped 400 times',
      description: 'See what is left of the phone. Everything.',
      link: '/shop?search=CC-30',
      picture: {
        lines: ['400', 'DROPS'],
        face: 'archivo',
        ground: '#1b1c1f',
        ink: '#ffffff',
        second: '#e01b12',
        products: ['CC-301 Site Case, Galaxy S24 Ultra', 'CC-303 Shock Frame, iPhone 16'],
      },
    },
  ],
  codes: [
    {
      code: 'FIRSTDROP',
      description: '10 % off your first order',
      kind: 'percent',
      value: 10,
      perPerson: 1,
      isPublic: true,
    },
    {
      code: 'PAIR',
      description: 'E£ 60 off two cases, from E£ 600',
      kind: 'fixed',
      value: 60,
      minimum: 600,
      isPublic: true,
    },
    { code: 'LABCOAT', description: 'For testers', kind: 'percent', value: 25, total: 50 },
    { code: 'RIG2000', description: 'Closed trial', kind: 'free_shipping', value: 0, isActive: false },
  ],
  slots: [
    { days: [0, 1, 2, 3, 4], from: '09:00', to: '13:00', capacity: 50 },
    { days: [0, 1, 2, 3, 4], from: '14:00', to: '18:00', capacity: 50 },
  ],
  faq: [
    {
      question: 'Which case fits my phone?',
      answer:
        'The model is in the name of every case and it fits that model only. Settings, then About, tells you which one you hold.',
    },
    {
      question: 'What does the drop rating mean?',
      answer:
        'Free fall from 2.0 m onto concrete, six faces and four corners, repeated until something breaks. We print the lowest result of five samples.',
    },
    {
      question: 'Does wireless charging work?',
      answer:
        'Through every case we sell, wallets included if you take the cards out. Magnetic cases charge at full speed.',
    },
    {
      question: 'Do clear cases turn yellow?',
      answer:
        'Ours showed no measurable change after 300 hours of UV, about two summers on a dashboard. If yours does within a year we replace it.',
    },
    {
      question: 'How do I clean leather?',
      answer: 'A dry cloth. A little beeswax once a year. It will darken, which is the point.',
    },
    {
      question: 'What is replaced for one year?',
      answer:
        'Anything that fails in normal use: cracked corners, loose rings, dead buttons. Send a picture of the number inside the case.',
    },
    {
      question: 'May I return a case I have used?',
      answer: 'Report a fault within 24 hours of delivery. After that the one-year replacement applies.',
    },
  ],
  reviews: [
    {
      rating: 5,
      title: 'Fell down a stairwell',
      body: 'Four floors, concrete. The case has a scratch, the phone does not know it happened.',
    },
    {
      rating: 4,
      title: 'Precise',
      body: 'Buttons click like the bare phone. I would have liked a strap hole.',
    },
    {
      rating: 5,
      title: 'Exactly as drawn',
      body: 'I measured it, because they invite you to. 0.1 mm, as written.',
    },
  ],
};
