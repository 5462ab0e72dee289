import type { StoreWords } from './store-words.ts';

export const meeplehouseWords: StoreWords = {
  banners: [
    {
      title: 'Game night, every Thursday',
      description: 'Doors at seven, first dice at half past. Bring nothing; we have the snacks.',
      link: '/contact',
      picture: {
        lines: ['Game night', 'Thursdays'],
        face: 'slab',
        ground: '#12301f',
        ink: '#f6f3df',
        second: '#edff66',
        products: ['Grand Library', 'Ember Isle'],
      },
    },
    {
      title: 'Small boxes under E£ 250',
      description: 'They fit in a pocket and end before the coffee does.',
      link: '/shop?search=pocket',
      picture: {
        lines: ['Pocket', 'sized'],
        face: 'comic',
        ground: '#2b4a3a',
        ink: '#f6f3df',
        second: '#ffcb47',
        products: ['Pocket Monsoon', 'Seven Tiles'],
      },
    },
    {
      title: 'Two chairs, one table',
      description: 'Duels for couples, siblings and worthy enemies.',
      link: '/shop?search=two',
      picture: {
        lines: ['Table', 'for two'],
        face: 'serif',
        ground: '#1d3b46',
        ink: '#fff7e8',
        second: '#ffbf5f',
        products: ['Two Sails', 'High Pass'],
      },
    },
  ],
  codes: [
    {
      code: 'HELLOMEEPLE',
      description: '10 % off your first order',
      kind: 'percent',
      value: 10,
      perPerson: 1,
      isPublic: true,
    },
    {
      code: 'THURSDAY',
      description: 'Free delivery for people from game night',
      kind: 'free_shipping',
      value: 0,
      isPublic: true,
    },
    { code: 'BIGBOX', description: 'E£ 100 off orders from E£ 900', kind: 'fixed', value: 100, minimum: 900 },
    { code: 'RAINYDAY', description: 'Last winter’s code', kind: 'percent', value: 15, isActive: false },
  ],
  slots: [
    { days: [0, 1, 2, 3, 4], from: '11:00', to: '15:00', capacity: 20 },
    { days: [0, 1, 2, 3, 4], from: '17:00', to: '21:00', capacity: 30 },
    { days: [5, 6], from: '13:00', to: '18:00', capacity: 20 },
  ],
  faq: [
    {
      question: 'Have you really played everything?',
      answer:
        'At least three times, with different people, before it goes on the shelf. Ask us which one lost a friendship.',
    },
    {
      question: 'A piece is missing. What now?',
      answer:
        'Write to us with a picture of the piece you do have. Spare meeples, dice and most cards are free; we pay the stamp.',
    },
    {
      question: 'Which game for a first evening?',
      answer:
        'Balloon Derby with children, Two Sails for a couple, Wordmonger for six. Nobody has brought those back.',
    },
    {
      question: 'What are points worth?',
      answer:
        'You collect one point for each pound you spend on games. A point takes ten piastres off a later order; you can see your balance in your account.',
    },
    {
      question: 'Are the rules in Arabic?',
      answer:
        'About half of our games have Arabic rules in the box. For the others we send our own translation as a PDF; just ask.',
    },
    {
      question: 'Can I try before I buy?',
      answer:
        'Come on a Thursday. Every game we sell lies open on a shelf in Maadi and somebody will teach you.',
    },
    {
      question: 'Do you wrap presents?',
      answer: 'Yes, in old maps, free of charge. Write the name for the tag into the note at checkout.',
    },
  ],
  points: { earnRate: 1, pointValue: 0.1 },
  reviews: [
    {
      rating: 5,
      title: 'On our table every week',
      body: 'Taught in ten minutes, played four times on the first evening. The wooden pieces are lovely.',
    },
    {
      rating: 5,
      title: 'They explained it on the phone',
      body: 'We got stuck on rule six. Somebody from the shop stayed on the line until the last round.',
    },
    {
      rating: 4,
      title: 'Great, but make space',
      body: 'The board is larger than it looks in the pictures. Bring the big table.',
    },
  ],
};
