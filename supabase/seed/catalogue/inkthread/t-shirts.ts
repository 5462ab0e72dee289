import type { GarmentEntry, Shelf } from '../entries.ts';
import { ON_DARK, ON_LIGHT, WARM_DARK, WARM_LIGHT } from './inks.ts';

export const tShirts: Shelf<GarmentEntry> = {
  name: 'T-shirts',
  description: 'Regular and slim cuts in 190 gsm combed cotton, printed one at a time with water-based ink.',
  products: [
    {
      name: 'Say It in Ink tee',
      garment: 'Regular T-shirt',
      colors: ['black', 'white', 'navy'],
      price: 165,
      featured: true,
      film: true,
      print: { kind: 'stack', lines: ['SAY IT', 'IN INK'], face: 'anton', foot: 'PRINTED TO ORDER IN CAIRO' },
      inks: ON_DARK,
      about:
        'The sentence over our door, set as large as the screen allows. Two passes of opaque ink keep the white white after forty washes. If you only take one thing home from the basement, take this.',
    },
    {
      name: 'Slow Boat tee',
      garment: 'Regular T-shirt',
      colors: ['white', 'sky blue', 'beige'],
      price: 175,
      isNew: true,
      print: {
        kind: 'poster',
        motif: 'felucca',
        title: 'SLOW BOAT',
        face: 'slab',
        foot: 'ASWAN TO LUXOR BY WIND',
      },
      inks: WARM_LIGHT,
      about:
        'A felucca needs four days for a stretch the train does in three hours. We think the felucca has a point. Three-colour print on undyed white, cut straight with a ribbed collar that holds.',
    },
    {
      name: 'Line 14 tee',
      garment: 'Regular T-shirt',
      colors: ['navy', 'black', 'forest green'],
      price: 160,
      print: { kind: 'badge', motif: 'tram', top: 'LINE 14 TO THE SEA', bottom: 'ALEXANDRIA 1863' },
      inks: WARM_DARK,
      about:
        'The blue tram of Alexandria, drawn from a ticket we found in a coat. Printed as a round badge on the chest with a soft, breathable base. Runs true to size.',
    },
    {
      name: 'Thousand Towers tee',
      garment: 'Regular T-shirt',
      colors: ['white', 'mustard', 'gray'],
      price: 180,
      print: { kind: 'framed', motif: 'skyline', caption: 'Thousand Towers', face: 'fatface' },
      inks: ON_LIGHT,
      about:
        'Cairo by evening, framed like the tourist posters of the thirties. The orange is mixed by hand, so no two runs match exactly. Medium-weight cotton that has been washed once before printing, so it will not shrink on you.',
    },
    {
      name: 'Set by Hand tee',
      garment: 'Slim-Fit T-shirt',
      colors: ['olive', 'black', 'white'],
      price: 155,
      print: { kind: 'shadow', text: 'GOOD / TYPE', face: 'slab', foot: 'SET BY HAND' },
      inks: ['#f4f1e8', '#e7a23c', '#3a2f22'],
      about:
        'Wood-type letters with a drop shade, the way shopfronts in Ataba used to be painted. Slim through the body, a touch longer in the back. Inks are water-based and smell of nothing.',
    },
    {
      name: 'Overprint tee',
      garment: 'Regular T-shirt',
      colors: ['charcoal', 'white', 'red'],
      price: 150,
      was: 190,
      print: { kind: 'echo', text: 'OVERPRINT', face: 'anton', rows: 5 },
      inks: ['#f4f1e8', '#8fa9f0', '#5879db'],
      about:
        'What happens when the screen is not lifted between passes, done on purpose. Five lines, one of them solid. This is the last of the charcoal run.',
    },
    {
      name: 'Three Sugars tee',
      garment: 'Regular T-shirt',
      colors: ['beige', 'white', 'sky blue'],
      price: 165,
      print: { kind: 'tiles', motif: 'tea', columns: 3, rows: 3, foot: 'THREE SUGARS' },
      inks: ['#4a2a1a', '#a4502a', '#c2451e'],
      about:
        'Nine glasses of tea, because one is never the end of it. Printed in brick and brown on sand-coloured jersey. Goes well with a balcony and no plans.',
    },
    {
      name: 'Halftone Moon tee',
      garment: 'Regular T-shirt',
      colors: ['blue', 'black', 'white'],
      price: 170,
      featured: true,
      film: true,
      print: { kind: 'bare', motif: 'halftoneDisc' },
      inks: ['#f4f1e8', '#f4f1e8', '#f4f1e8'],
      about:
        'One colour of ink, two hundred dots, a full moon from three metres away. The coarse screen is the one we inherited with the press. Soft hand: you feel the cotton, not the print.',
    },
    {
      name: 'Hoopoe tee',
      garment: 'Slim-Fit T-shirt',
      colors: ['white', 'gray', 'olive'],
      price: 160,
      print: {
        kind: 'poster',
        motif: 'hoopoe',
        title: 'hoopoe',
        face: 'fatface',
        foot: 'UPUPA EPOPS / GARDEN CITY',
      },
      inks: ['#20242e', '#5879db', '#e7852c'],
      about:
        'The bird with the crown that walks through Garden City as if it paid the rent. Drawn in three flat colours on a fitted white tee. A share of each one goes to the bird ringing station at Wadi El Natrun.',
    },
    {
      name: 'Keep Printing tee',
      garment: 'Regular T-shirt',
      colors: ['white', 'pink', 'sky blue'],
      price: 145,
      print: { kind: 'spine', text: 'KEEP PRINTING', face: 'anton', motif: 'squeegee' },
      inks: ON_LIGHT,
      about:
        'The squeegee is the only tool in the shop that nobody may borrow. This is its portrait. Relaxed through the shoulder, with a taped neck that does not scratch.',
    },
    {
      name: 'Al Qahira tee',
      garment: 'Regular T-shirt',
      colors: ['maroon', 'black', 'navy'],
      price: 175,
      isNew: true,
      print: { kind: 'arabic', word: 'القاهرة', face: 'lalezar', latin: 'THE VICTORIOUS', motif: 'arches' },
      inks: ['#f4e7cf', '#e7a23c', '#c96b3b'],
      about:
        'The city, in the kind of lettering you see on the back of a truck at four in the morning. Printed in cream and saffron on deep maroon. The Arabic was drawn for the width of a chest, not squeezed into it.',
    },
    {
      name: 'Registration tee',
      garment: 'Slim-Fit T-shirt',
      colors: ['gray', 'white', 'black'],
      price: 140,
      stock: 0,
      print: { kind: 'bare', motif: 'register' },
      inks: ['#20242e', '#e7552c', '#e7552c'],
      place: 'pocket',
      about:
        'A registration mark, a hair out of place, where a pocket would be. Printers notice; everybody else thinks it is a target. Sold out for now, back when the grey jersey is.',
    },
    {
      name: 'Storm over Sinai tee',
      garment: 'Regular T-shirt',
      colors: ['gray', 'navy', 'white'],
      price: 165,
      stock: 3,
      print: { kind: 'arched', title: 'STORM WARNING', face: 'archivo', motif: 'storm', foot: 'SINAI' },
      inks: ['#20242e', '#e7a23c', '#5879db'],
      about:
        'It rains eleven days a year there and we were camping on one of them. The bolt is printed in ochre over a wet slate, so it glows a little. A handful left in this edition.',
    },
    {
      name: 'Made by Hand tee',
      garment: 'Slim-Fit T-shirt',
      colors: ['blue', 'white', 'maroon'],
      price: 150,
      gender: 'Women',
      print: { kind: 'script', text: 'Made by hand', face: 'script', under: 'ZAMALEK BASEMENT' },
      inks: ['#f4f1e8', '#f2c230', '#f2c230'],
      about:
        'A line of sign-painter script across a close cut with a scooped waist. Two hands pull every print and both of them are in the basement on Shagaret El Dor. Wash it inside out and the gloss stays.',
    },
  ],
};
