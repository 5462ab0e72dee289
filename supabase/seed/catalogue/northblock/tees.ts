import type { GarmentEntry, Shelf } from '../entries.ts';
import { BONE, HAZARD, NEON, SOOT } from './inks.ts';

export const heavyTees: Shelf<GarmentEntry> = {
  name: 'Heavy tees',
  description: '280 gsm. Wide. Boxed at the hem. Numbered inside the collar.',
  products: [
    {
      name: 'Block 12 label tee',
      garment: 'Oversized T-shirt',
      colors: ['black', 'charcoal', 'white'],
      price: 260,
      featured: true,
      film: true,
      isNew: true,
      print: {
        kind: 'label',
        title: 'BLOCK 12',
        rows: ['ROOF ACCESS ONLY', '30.0444 N / 31.2357 E', 'RUN 07 OF 12'],
        motif: 'block',
      },
      inks: BONE,
      about:
        'The roof where it started, printed as a shipping label. 280 gsm jersey, dropped shoulder, collar you could lift it by. Three hundred made.',
    },
    {
      name: 'Static tee',
      garment: 'Oversized T-shirt',
      colors: ['black', 'white', 'brown'],
      price: 250,
      print: { kind: 'sliced', text: 'STATIC', face: 'anton', foot: 'NO SIGNAL / NO RESTOCK' },
      inks: NEON,
      about:
        'Seven cuts through one word. Neon plastisol on washed black, cured twice so it does not crack. Fits like you borrowed it.',
    },
    {
      name: 'Power Cut tee',
      garment: 'Boxy T-shirt',
      colors: ['black', 'navy', 'white'],
      price: 240,
      featured: true,
      film: true,
      place: 'back',
      print: {
        kind: 'poster',
        motif: 'storm',
        title: 'POWER CUT',
        face: 'anton',
        foot: 'EVERY DAY 18:00 TO 20:00',
      },
      inks: NEON,
      about:
        'Two hours of dark, every evening of that summer. The bolt glows a little after lights out. Square cut, cropped at the belt.',
    },
    {
      name: 'Crane Season tee',
      garment: 'Oversized T-shirt',
      colors: ['white', 'cream', 'charcoal'],
      price: 255,
      print: {
        kind: 'poster',
        motif: 'crane',
        title: 'STILL BUILDING',
        face: 'archivo',
        foot: 'NORTH SIDE SINCE THE FIRST FLOOR',
      },
      inks: SOOT,
      about:
        'They have been finishing that tower since we were nine. Drawn from the roof, printed in soot and green. Heavy enough to stand up on its own.',
    },
    {
      name: 'North tee',
      garment: 'Boxy T-shirt',
      colors: ['white', 'black', 'forest green'],
      price: 220,
      print: { kind: 'stack', lines: ['NORTH'], face: 'krona' },
      inks: SOOT,
      about:
        'One word, edge to edge. No small print, because there is none. 280 gsm, boxy, double-needle hem.',
    },
    {
      name: 'Tunnel tee',
      garment: 'Oversized T-shirt',
      colors: ['charcoal', 'black', 'teal'],
      price: 265,
      place: 'back',
      print: { kind: 'bare', motif: 'tunnel' },
      inks: ['#75ef45', '#141515', '#75ef45'],
      about:
        'The underpass at kilometre four, if you stare at it long enough. Nine frames in neon and black across the back. Small version on the chest.',
    },
    {
      name: 'Number 07 tee',
      garment: 'Boxy T-shirt',
      colors: ['black', 'white', 'lavender'],
      price: 245,
      print: { kind: 'number', number: '07', text: 'NORTH SIDE', face: 'anton' },
      inks: ['#f1f1ee', '#75ef45', '#141515'],
      about:
        'Drop seven wears seven. Athletic numerals with the lower half eaten away. Every label inside carries its own number.',
    },
    {
      name: 'Concrete tee',
      garment: 'Oversized T-shirt',
      colors: ['beige', 'black', 'cream'],
      price: 210,
      about:
        'No print. The colour of a wall at noon. Garment-dyed, so every piece is a shade off and none of them match.',
    },
    {
      name: 'Chain Link tee',
      garment: 'Oversized T-shirt',
      colors: ['black', 'olive', 'white'],
      price: 250,
      print: { kind: 'arched', title: 'NO WAY OUT', face: 'anton', motif: 'chain', foot: 'TRY THE ROOF' },
      inks: BONE,
      about:
        'The fence behind the pitch has a hole in it. Everybody knows where. Bone ink on black, links in neon.',
    },
    {
      name: 'Low Frequency tee',
      garment: 'Boxy T-shirt',
      colors: ['navy', 'black', 'white'],
      price: 235,
      was: 290,
      print: { kind: 'poster', motif: 'soundBars', title: '40 HZ', face: 'krona', foot: 'FELT NOT HEARD' },
      inks: BONE,
      about:
        'The neighbours felt the first party before they heard it. Bars in bone and green on deep navy. Last of drop six.',
    },
    {
      name: 'Skull Cap tee',
      garment: 'Oversized T-shirt',
      colors: ['white', 'black', 'cream'],
      price: 255,
      print: { kind: 'arched', title: 'HARD HEAD', face: 'black', motif: 'skull', foot: 'HELMETS ON' },
      inks: SOOT,
      about:
        'Blackletter and bone, for the site and the front row. Screen pulled by hand in one colour. Softens after three washes and then never changes.',
    },
    {
      name: 'Ahead tee',
      garment: 'Boxy T-shirt',
      colors: ['forest green', 'black', 'white'],
      price: 230,
      print: { kind: 'bare', motif: 'arrows' },
      inks: ['#75ef45', '#f1f1ee', '#141515'],
      about:
        'Four arrows, one direction. Printed wide, right under the collar. Wear it on the metro and people move over.',
    },
    {
      name: 'Shubra tee',
      garment: 'Oversized T-shirt',
      colors: ['brown', 'black', 'white'],
      price: 260,
      isNew: true,
      print: { kind: 'arabic', word: 'شبرا', face: 'lalezar', latin: 'NORTH OF EVERYTHING' },
      inks: ['#f1f1ee', '#75ef45', '#75ef45'],
      about:
        'Four letters, forty centimetres wide. Where the trains come from and half of the crew as well. Bone ink on brown that has been stone-washed.',
    },
    {
      name: 'Void tee',
      garment: 'Oversized T-shirt',
      colors: ['black', 'charcoal', 'olive'],
      price: 245,
      stock: 0,
      print: { kind: 'echo', text: 'NOTHING', face: 'krona', rows: 6 },
      inks: ['#5c605c', '#f1f1ee', '#5c605c'],
      about:
        'Six times nothing, once in white. Gone in forty minutes and not coming back. Listed so you know what you missed.',
    },
    {
      name: 'Hazard tee',
      garment: 'Boxy T-shirt',
      colors: ['black', 'gray', 'white'],
      price: 240,
      stock: 3,
      print: { kind: 'poster', motif: 'flame', title: 'HANDLE HOT', face: 'archivo', foot: 'CLASS 3' },
      inks: HAZARD,
      about:
        'Borrowed from the back of a tanker. Orange goes down first, green on top, black does the rest. Three left.',
    },
  ],
};
