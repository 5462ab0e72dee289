import type { GarmentEntry, Shelf } from '../entries.ts';

export const jackets: Shelf<GarmentEntry> = {
  name: 'Jackets',
  description: 'Bombers and truckers to wear over a print, or under one: the backs are ours to fill.',
  products: [
    {
      name: 'Delivery bomber',
      garment: 'Jacket',
      colors: ['olive', 'black', 'navy'],
      price: 520,
      featured: true,
      place: 'back',
      print: {
        kind: 'arched',
        title: 'SAME DAY',
        face: 'archivo',
        motif: 'microbus',
        foot: 'NEXT DAY AT THE LATEST',
      },
      inks: ['#f0dfb8', '#e7a23c', '#d5622c'],
      about:
        'The jacket of the man who carries our boxes, with his promise on the back. Water-repellent drill, metal zip, two slanted pockets. Lined in cotton, so it does not rustle.',
    },
    {
      name: 'Plain bomber',
      garment: 'Jacket',
      colors: ['navy', 'charcoal', 'maroon'],
      price: 450,
      about:
        'No patch, no piping, no story. Ribbed at collar, cuffs and hem; the zip is one size larger than it needs to be. Bring us a drawing and we will put it on the back.',
    },
    {
      name: 'Shopfront trucker',
      garment: 'Denim Jacket',
      colors: ['blue', 'black', 'gray'],
      price: 560,
      isNew: true,
      place: 'back',
      print: { kind: 'arabic', word: 'افتح يا سمسم', face: 'lalezar', latin: 'OPEN SESAME' },
      inks: ['#f4ead6', '#e7a23c', '#e7a23c'],
      about:
        'Sign-painter lettering between the shoulder seams of a rigid trucker jacket. Thirteen-ounce denim, contrast thread, buttons that click. It takes a winter to break in and then never leaves.',
    },
    {
      name: 'Bleach Room trucker',
      garment: 'Denim Jacket',
      colors: ['white', 'blue', 'navy'],
      price: 495,
      was: 580,
      about:
        'Undyed denim, boiled until it gave up. Everything you do will show on it and that is the idea. Comes with a fabric pen.',
    },
  ],
};

export const trousers: Shelf<GarmentEntry> = {
  name: 'Trousers',
  description:
    'Jeans, chinos, cargos and joggers: the part of the outfit that lets the print do the talking.',
  products: [
    {
      name: 'Straight Run jeans',
      garment: 'Jeans',
      colors: ['blue', 'black', 'navy'],
      price: 420,
      featured: true,
      about:
        'A straight leg in twelve-ounce denim, worn in at the thighs and left dark below the knee. Five pockets, one of them actually useful. Hemmed to order at no charge.',
    },
    {
      name: 'Press Black jeans',
      garment: 'Jeans',
      colors: ['black', 'gray', 'brown'],
      price: 430,
      about:
        'Dyed to match our densest black and fixed so it stays there. Amber thread, copper rivets. They hide ink, which is how we know they hide everything else.',
    },
    {
      name: 'Studio chinos',
      garment: 'Chinos',
      colors: ['beige', 'navy', 'olive'],
      price: 360,
      about:
        'Brushed cotton drill with a clean front and room in the seat. Slanted pockets deep enough for a loupe. They look ironed longer than they are.',
    },
    {
      name: 'Carry All cargos',
      garment: 'Cargo Pants',
      colors: ['olive', 'black', 'khaki'],
      price: 395,
      isNew: true,
      about:
        'Two thigh pockets that hold a tape, a blade and a sandwich. Seamed knees, so they bend where you do. Double-stitched everywhere we ever tore a pair.',
    },
    {
      name: 'Drying Rack joggers',
      garment: 'Sweet Pants',
      colors: ['gray', 'black', 'navy'],
      price: 280,
      print: { kind: 'stack', lines: ['ALMOST', 'DRY'], face: 'archivo' },
      inks: ['#20242e', '#5879db', '#5879db'],
      place: 'thigh',
      about:
        'Fleece joggers with a ribbed cuff and a drawstring that stays tied. The print on the thigh is a status report. Soft from the first minute.',
    },
    {
      name: 'Warm Up track pants',
      garment: 'Track Pants',
      colors: ['navy', 'black', 'maroon'],
      price: 265,
      was: 320,
      about:
        'Slim through the leg with one broad side stripe and a zip at the ankle. Made for the walk to the match more than for the match. Reduced in navy only.',
    },
  ],
};

export const shorts: Shelf<GarmentEntry> = {
  name: 'Shorts',
  description: 'Loopback shorts for eight months of the year.',
  products: [
    {
      name: 'Basement shorts',
      garment: 'Shorts',
      colors: ['gray', 'black', 'navy'],
      price: 190,
      about:
        'It is thirty-eight degrees next to the dryer. These are the answer. Loopback cotton, deep pockets, hem above the knee.',
    },
    {
      name: 'Corniche shorts',
      garment: 'Shorts',
      colors: ['khaki', 'olive', 'beige'],
      price: 200,
      isNew: true,
      place: 'thigh',
      print: { kind: 'bare', motif: 'palm' },
      inks: ['#2f4a34', '#4d6b3c', '#8a5a34'],
      about:
        'One palm on the left leg, printed in two greens. Elastic waist, flat drawcord, pockets that keep a phone in place when you run for the bus. Dries on the balcony in an hour.',
    },
    {
      name: 'Late Kickoff shorts',
      garment: 'Shorts',
      colors: ['navy', 'black', 'olive'],
      price: 185,
      stock: 3,
      place: 'thigh',
      print: { kind: 'number', number: '12', text: 'SUBS BENCH', face: 'anton' },
      inks: ['#f4f1e8', '#7fa0e8', '#1f2a44'],
      about:
        'For the twelfth man, who is always ready and never called. Number on the thigh, breathable loopback, no lining. Three pairs left in navy.',
    },
  ],
};
