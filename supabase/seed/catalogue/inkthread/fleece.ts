import type { GarmentEntry, Shelf } from '../entries.ts';
import { ON_DARK, WARM_LIGHT } from './inks.ts';

export const hoodies: Shelf<GarmentEntry> = {
  name: 'Hoodies',
  description:
    'Brushed fleece with a double-lined hood, a pocket that carries weight and a print that outlives both.',
  products: [
    {
      name: 'Press Crew hoodie',
      garment: 'Hoodie',
      colors: ['navy', 'black', 'gray'],
      price: 340,
      featured: true,
      film: true,
      place: 'back',
      print: {
        kind: 'arched',
        title: 'PRESS CREW',
        face: 'archivo',
        motif: 'squeegee',
        foot: 'INKTHREAD / CAIRO',
      },
      inks: ON_DARK,
      about:
        'The hoodie we work in, with the crest across the back so you can find us in the steam. 320 gsm brushed fleece and flatlock seams. Sized to go over a T-shirt.',
    },
    {
      name: 'Blue Hour hoodie',
      garment: 'Hoodie',
      colors: ['blue', 'sky blue', 'white'],
      price: 320,
      isNew: true,
      print: { kind: 'bare', motif: 'slatSun' },
      inks: ['#f4ead6', '#f4ead6', '#f4ead6'],
      about:
        'Ten minutes after sunset the river and the sky are the same colour. Printed in a single cream ink on royal blue. The drawcords are cotton and do not squeak.',
    },
    {
      name: 'Undyed hoodie',
      garment: 'Hoodie',
      colors: ['white', 'beige', 'gray'],
      price: 260,
      about:
        'Cotton the colour it grew, brushed on the inside and left alone on the outside. A quiet base for whatever you design in the printer upstairs. Pre-shrunk, with metal-tipped cords.',
    },
    {
      name: 'Desert Freight hoodie',
      garment: 'Hoodie',
      colors: ['beige', 'olive', 'black'],
      price: 335,
      print: {
        kind: 'poster',
        motif: 'camel',
        title: 'DESERT FREIGHT',
        face: 'rye',
        foot: 'SLOW / STEADY / THIRSTY NEVER',
      },
      inks: ['#3a2a1c', '#8a5a34', '#d5622c'],
      about:
        'The oldest delivery company in the country, still running. Drawn in walnut and rust on sand fleece. Midweight, which means winter in Cairo and autumn anywhere else.',
    },
    {
      name: 'Storm Front hoodie',
      garment: 'Hoodie',
      colors: ['charcoal', 'black', 'blue'],
      price: 330,
      print: { kind: 'bare', motif: 'storm' },
      inks: ['#c9ced8', '#f2c230', '#f2c230'],
      about:
        'One cloud, one bolt, no forecast. The yellow is printed last so it sits on top of everything. Cut a little longer at the back to keep the wind out.',
    },
    {
      name: 'Scarab Works hoodie',
      garment: 'Hoodie',
      colors: ['forest green', 'black', 'maroon'],
      price: 345,
      print: { kind: 'badge', motif: 'scarab', top: 'SCARAB WORKS', bottom: 'ROLLING SINCE FOREVER' },
      inks: ['#f0dfb8', '#e7a23c', '#c96b3b'],
      about:
        'Named after the hardest worker in any museum. The badge is three inks deep on bottle-green fleece. Ribbed side panels let it stretch when you lift something.',
    },
    {
      name: 'Off Register hoodie',
      garment: 'Hoodie',
      colors: ['pink', 'white', 'gray'],
      price: 325,
      was: 390,
      print: { kind: 'sliced', text: 'OOPS', face: 'anton', foot: 'THE SCREEN MOVED' },
      inks: ['#2a1d22', '#2f55b0', '#e7552c'],
      about:
        'We slipped, liked it, and kept the screen. Three layers that refuse to line up, each one clean. Last year’s shade of pink, so it costs less.',
    },
    {
      name: 'Quiet Type hoodie',
      garment: 'Hoodie',
      colors: ['black', 'charcoal', 'maroon'],
      price: 310,
      place: 'pocket',
      print: { kind: 'stack', lines: ['quiet', 'type'], face: 'serif' },
      inks: ['#f4f1e8', '#f4f1e8', '#f4f1e8'],
      about:
        'Two words, four centimetres wide, on the chest. For people who like a print and not a conversation about it. Heavy fleece with a lined hood that stands up by itself.',
    },
    {
      name: 'Khatam hoodie',
      garment: 'Hoodie',
      colors: ['maroon', 'navy', 'black'],
      price: 350,
      stock: 4,
      print: { kind: 'bare', motif: 'khatam' },
      inks: ['#f0c25a', '#8c2f39', '#f4ead6'],
      about:
        'The eight-pointed star from the doors of Al Muizz Street, printed as if it were inlay. Gold, madder and cream on maroon. Four left; the next run will be navy.',
    },
  ],
};

export const sweatshirts: Shelf<GarmentEntry> = {
  name: 'Sweatshirts',
  description:
    'Loopback crews with a triangle at the neck, as they were made for people who sweated in them.',
  products: [
    {
      name: 'Cutting Table crew',
      garment: 'Sweatshirt',
      colors: ['gray', 'navy', 'white'],
      price: 270,
      featured: true,
      print: { kind: 'arched', title: 'CUT HERE', face: 'slab', motif: 'scissors', foot: 'MEASURE TWICE' },
      inks: ['#20242e', '#5879db', '#e7552c'],
      about:
        'A warning and an invitation from the cutting table. Loopback cotton, ribbed where it should be. The dashed line is straight; we checked.',
    },
    {
      name: 'Two Wheels crew',
      garment: 'Sweatshirt',
      colors: ['beige', 'cream', 'forest green'],
      price: 265,
      print: {
        kind: 'poster',
        motif: 'bicycle',
        title: 'TWO WHEELS',
        face: 'slab',
        foot: 'FRIDAY / SIX IN THE MORNING',
      },
      inks: WARM_LIGHT,
      about:
        'For the hour on Friday when the Corniche belongs to bicycles. The frame is printed in signal orange, so be seen. Warm enough for the ride out, light enough for the ride back.',
    },
    {
      name: 'Plain Loopback crew',
      garment: 'Sweatshirt',
      colors: ['charcoal', 'gray', 'cream'],
      price: 220,
      about:
        'The sweatshirt before anything happens to it. Unbrushed loops inside, so it breathes in March. A good thing to own in two sizes.',
    },
    {
      name: 'Eye Test crew',
      garment: 'Sweatshirt',
      colors: ['white', 'lavender', 'pink'],
      price: 275,
      isNew: true,
      print: { kind: 'bare', motif: 'eye' },
      inks: ['#23304f', '#5879db', '#e7552c'],
      about:
        'The eye of Horus, checked by an optician in Dokki. Line work in deep blue on undyed loopback. If you can read this label without the light on, you are fine.',
    },
    {
      name: 'Long Wave crew',
      garment: 'Sweatshirt',
      colors: ['forest green', 'maroon', 'black'],
      price: 260,
      was: 310,
      print: {
        kind: 'poster',
        motif: 'radio',
        title: 'LONG WAVE',
        face: 'retro',
        foot: 'THE NEWS, THEN UM KULTHUM',
      },
      inks: ['#f0dfb8', '#e7a23c', '#c96b3b'],
      about:
        'A kitchen radio with one good station. Printed in cream and saffron on green, the colours of the actual dial. Reduced to make room on the rack.',
    },
    {
      name: 'Lotus Study crew',
      garment: 'Sweatshirt',
      colors: ['lavender', 'white', 'navy'],
      price: 270,
      gender: 'Women',
      print: { kind: 'framed', motif: 'lotus', caption: 'Study No. 4', face: 'serif' },
      inks: ['#2b2440', '#5879db', '#7a5aa8'],
      about:
        'The fourth drawing out of sixty, and the one that looked as if it had been printed already. Framed in violet on a lavender crew. Slightly shorter body, slightly longer sleeve.',
    },
    {
      name: 'Number Nine crew',
      garment: 'Sweatshirt',
      colors: ['navy', 'maroon', 'black'],
      price: 275,
      print: { kind: 'number', number: '9', text: 'BASEMENT ATHLETICS', face: 'anton' },
      inks: ON_DARK,
      about:
        'We have a football team. We have nine players. Shop colours, printed large, with stripes that fade out like our second half.',
    },
  ],
};

export const polos: Shelf<GarmentEntry> = {
  name: 'Polos',
  description:
    'Pique and waffle-knit Baskota polos with a stand-up collar and a small mark where a crest would be.',
  products: [
    {
      name: 'Foreman polo',
      garment: 'Polo Shirt',
      colors: ['navy', 'white', 'black'],
      price: 195,
      place: 'pocket',
      print: { kind: 'bare', motif: 'register' },
      inks: ['#f4f1e8', '#e7552c', '#e7552c'],
      about:
        'What the foreman wears when a client comes. Cotton pique, three buttons, a registration mark on the chest. Holds a crease, forgives a stain.',
    },
    {
      name: 'Client Day polo',
      garment: 'Polo Shirt',
      colors: ['white', 'sky blue', 'gray'],
      price: 185,
      featured: true,
      place: 'pocket',
      print: { kind: 'stack', lines: ['INK', 'THREAD'], face: 'archivo' },
      inks: ['#20242e', '#5879db', '#5879db'],
      about:
        'Our name in two lines and two inks, small enough to wear to a meeting. The collar is interlined, so it stays flat without ironing. Machine wash, line dry, repeat.',
    },
    {
      name: 'Court Three polo',
      garment: 'Polo Shirt',
      colors: ['forest green', 'maroon', 'mustard'],
      price: 190,
      place: 'pocket',
      print: { kind: 'bare', motif: 'ball' },
      inks: ['#f4ead6', '#22473a', '#22473a'],
      about:
        'Named after the court with the good net. Breathable pique in club green with a one-colour mark. Side vents let you reach for the ones you should leave.',
    },
    {
      name: 'Baskota Classic',
      garment: 'Polo Baskota',
      colors: ['cream', 'navy', 'olive'],
      price: 210,
      isNew: true,
      about:
        'Waffle-knit cotton, called Baskota because it looks like the biscuit. Stays off the skin in July and holds warmth in January. Horn-coloured buttons, no print, no hurry.',
    },
    {
      name: 'Baskota Crumb',
      garment: 'Polo Baskota',
      colors: ['brown', 'black', 'teal'],
      price: 220,
      stock: 5,
      place: 'pocket',
      print: { kind: 'bare', motif: 'tea' },
      inks: ['#f4ead6', '#f4ead6', '#e7852c'],
      about:
        'A biscuit-knit polo with a glass of tea on the pocket, because one needs the other. Chocolate brown, dyed twice. The texture keeps its depth after washing.',
    },
    {
      name: 'Saturday polo',
      garment: 'Polo Shirt',
      colors: ['mustard', 'white', 'blue'],
      price: 160,
      was: 195,
      place: 'pocket',
      print: { kind: 'bare', motif: 'sun' },
      inks: ['#3a2a1c', '#3a2a1c', '#3a2a1c'],
      about:
        'A polo for the day that has no meetings. Sun on the chest, mustard everywhere else. Softened with an enzyme wash so it never feels new.',
    },
  ],
};
