import type { GarmentEntry, Shelf } from '../entries.ts';
import { ON_DARK, ON_LIGHT, WARM_DARK, WARM_LIGHT } from './inks.ts';

export const looseFits: Shelf<GarmentEntry> = {
  name: 'Oversized & boxy',
  description: 'Heavier jersey, dropped shoulders, room to move. Cut wide so that large prints lie flat.',
  products: [
    {
      name: 'Proof Sheet oversized tee',
      garment: 'Oversized T-shirt',
      colors: ['cream', 'black', 'lavender'],
      price: 210,
      featured: true,
      place: 'back',
      print: { kind: 'tiles', motif: 'register', columns: 4, rows: 4, foot: 'PROOF 3 OF 3 / APPROVED' },
      inks: ON_LIGHT,
      about:
        'Sixteen registration marks across the shoulders, straight from the last proof before a run. The front carries one, small. 240 gsm cotton with a collar as thick as the rest.',
    },
    {
      name: 'Night Shift oversized tee',
      garment: 'Oversized T-shirt',
      colors: ['black', 'charcoal', 'teal'],
      price: 205,
      print: { kind: 'arched', title: 'NIGHT SHIFT', face: 'archivo', motif: 'moon', foot: 'PRESS CREW' },
      inks: WARM_DARK,
      about:
        'Large orders are pulled after midnight, when the power is steady. This one is what the crew wears. Dropped shoulder, wide sleeve, printed across the chest.',
    },
    {
      name: 'Rooftop Dishes boxy tee',
      garment: 'Boxy T-shirt',
      colors: ['white', 'lavender', 'navy'],
      price: 190,
      isNew: true,
      print: {
        kind: 'poster',
        motif: 'dishes',
        title: 'ROOF GARDEN',
        face: 'archivo',
        foot: 'BEST RECEPTION IN TOWN',
      },
      inks: WARM_LIGHT,
      about:
        'Satellite dishes are the flowers of this city and they bloom all year. Short, square and heavy, with a high neck. Wear it over something longer or with the waistband showing.',
    },
    {
      name: 'Contour oversized tee',
      garment: 'Oversized T-shirt',
      colors: ['olive', 'black', 'beige'],
      price: 195,
      print: { kind: 'bare', motif: 'contours' },
      inks: ['#efe6d2', '#e7a23c', '#efe6d2'],
      about:
        'Height lines of a hill near Saint Catherine, surveyed in 1938 and redrawn for screen. Every fourth line is ochre so you can count your way up. Loose enough to actually climb in.',
    },
    {
      name: 'Tape Side B boxy tee',
      garment: 'Boxy T-shirt',
      colors: ['forest green', 'black', 'cream'],
      price: 185,
      print: { kind: 'framed', motif: 'cassette', caption: 'Side B', face: 'script' },
      inks: ['#12211b', '#e7552c', '#f0dfb8'],
      about:
        'For everyone who knows how to fix a tape with a pencil. Side A had the hit, this is the other one. Printed in cream on bottle green.',
    },
    {
      name: 'Cat of the Courtyard oversized tee',
      garment: 'Oversized T-shirt',
      colors: ['pink', 'white', 'black'],
      price: 200,
      print: { kind: 'poster', motif: 'cat', title: 'MANAGEMENT', face: 'archivo', foot: 'OPEN WHEN AWAKE' },
      inks: ['#2a1d22', '#f4f1e8', '#b8232f'],
      about:
        'Every print shop has a cat that approves the colours. Ours is called Pantone and will not be rushed. Heavy jersey that softens from the first wash.',
    },
    {
      name: 'Bulge boxy tee',
      garment: 'Boxy T-shirt',
      colors: ['black', 'white', 'brown'],
      price: 195,
      was: 240,
      print: { kind: 'bare', motif: 'bulge' },
      inks: ['#f4f1e8', '#e7552c', '#f4f1e8'],
      about:
        'A checkerboard with something behind it, trying to get out. The distortion was drawn, not filtered, so the edges stay razor sharp. Reduced because we cut too many.',
    },
    {
      name: 'Say Nothing oversized tee',
      garment: 'Oversized T-shirt',
      colors: ['white', 'black', 'cream'],
      price: 160,
      about:
        'The blank we print on, with nothing printed on it. 240 gsm combed cotton, pre-shrunk, side-seamed. Comes with a neck that keeps its shape and no opinion.',
    },
    {
      name: 'Downstream oversized tee',
      garment: 'Oversized T-shirt',
      colors: ['teal', 'black', 'white'],
      price: 205,
      place: 'back',
      print: { kind: 'arabic', word: 'على النيل', face: 'ruqaa', latin: 'ON THE NILE', motif: 'wavesField' },
      inks: ['#f4ead6', '#f0c25a', '#f4ead6'],
      about:
        'Brush Arabic for "on the Nile", set above twelve lines of water. The print runs the full width of the back and stops at the shoulder seam. Small mark on the front, so people have to follow you.',
    },
    {
      name: 'Four Quarters boxy tee',
      garment: 'Boxy T-shirt',
      colors: ['cream', 'white', 'gray'],
      price: 190,
      print: { kind: 'framed', motif: 'quarters', caption: 'FOUR QUARTERS', face: 'archivo' },
      inks: ['#20242e', '#e7a23c', '#3f6ec9'],
      about:
        'Sixteen tiles, three inks and one rule: no two neighbours alike. Designed on the cutting table with actual tiles from Darb Al Ahmar. Square cut to match.',
    },
    {
      name: 'Basement Press boxy tee',
      garment: 'Boxy T-shirt',
      colors: ['navy', 'black', 'white'],
      price: 195,
      stock: 2,
      print: { kind: 'badge', motif: 'spool', top: 'BASEMENT PRESS', bottom: 'EST. BELOW STREET LEVEL' },
      inks: ON_DARK,
      about:
        'Spool, needle and the address nobody finds on the first try. A round badge in three inks on heavyweight navy. Two left until we dye again.',
    },
  ],
};
