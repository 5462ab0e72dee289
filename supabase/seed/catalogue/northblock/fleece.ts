import type { GarmentEntry, Shelf } from '../entries.ts';
import { BONE, SOOT } from './inks.ts';

export const hoodies: Shelf<GarmentEntry> = {
  name: 'Hoodies',
  description: '400 gsm fleece. Double hood. Built like a wall, worn like a blanket.',
  products: [
    {
      name: 'Foundation hoodie',
      garment: 'Hoodie',
      colors: ['black', 'charcoal', 'gray'],
      price: 520,
      featured: true,
      film: true,
      place: 'back',
      print: { kind: 'stack', lines: ['BUILT', 'ON THE', 'BLOCK'], face: 'anton' },
      inks: BONE,
      about:
        'The first thing we ever sewed and the one we will stop with. 400 gsm fleece, hood lined in the same. Back print pulled in two passes, number stitched under the pocket.',
    },
    {
      name: 'Neon Sign hoodie',
      garment: 'Hoodie',
      colors: ['black', 'navy', 'forest green'],
      price: 540,
      featured: true,
      isNew: true,
      print: { kind: 'stack', lines: ['OPEN', 'LATE'], face: 'neon' },
      inks: ['#75ef45', '#75ef45', '#75ef45'],
      about:
        'The kiosk sign that never goes off, in five lines of tube. Neon ink over a white base so it holds in daylight. Oversize your usual.',
    },
    {
      name: 'Rebar hoodie',
      garment: 'Hoodie',
      colors: ['brown', 'black', 'olive'],
      price: 510,
      print: { kind: 'poster', motif: 'blocks', title: 'REBAR', face: 'krona', foot: 'STEEL COMES LATER' },
      inks: ['#f1f1ee', '#8b8f8a', '#75ef45'],
      about:
        'Every roof here has rods sticking out for the floor that comes next. Rust-coloured fleece, garment-dyed. Heavy in the hand, soft on the neck.',
    },
    {
      name: 'Checkpoint hoodie',
      garment: 'Hoodie',
      colors: ['white', 'gray', 'black'],
      price: 515,
      print: { kind: 'bare', motif: 'checker' },
      inks: ['#141515', '#4a4d4a', '#3f9e1d'],
      about:
        'Race flag, taxi door, kitchen floor. The check is printed over the seam so it never lines up twice the same. Bone fleece, black cords.',
    },
    {
      name: 'Roofline hoodie',
      garment: 'Hoodie',
      colors: ['gray', 'charcoal', 'blue'],
      price: 500,
      print: { kind: 'framed', motif: 'dishes', caption: 'ROOFLINE', face: 'krona' },
      inks: SOOT,
      about:
        'Dishes, wires, a water tank, two pigeons we left out. Screened in soot on heather grey. The hood is deep enough to disappear into.',
    },
    {
      name: 'Blank 400 hoodie',
      garment: 'Hoodie',
      colors: ['charcoal', 'black', 'beige'],
      price: 430,
      about:
        'Four hundred grams and nothing on it. If it were any heavier it would need a permit. Comes numbered like the rest.',
    },
    {
      name: 'Goal hoodie',
      garment: 'Hoodie',
      colors: ['forest green', 'black', 'white'],
      price: 505,
      print: { kind: 'badge', motif: 'ball', top: 'NORTHBLOCK ATHLETIC', bottom: 'HOME GAMES ONLY' },
      inks: ['#f1f1ee', '#75ef45', '#75ef45'],
      about:
        'There is one hoop on the block and it leans left. So do we. Badge on the chest in bone and neon, ribs that snap back.',
    },
    {
      name: 'Headroom hoodie',
      garment: 'Hoodie',
      colors: ['navy', 'black', 'charcoal'],
      price: 525,
      print: {
        kind: 'arched',
        title: 'LOUDER',
        face: 'archivo',
        motif: 'headphones',
        foot: 'DO NOT DISTURB',
      },
      inks: BONE,
      about:
        'Cut with extra room in the hood for what you wear under it. Loop at the neck for the cable nobody has any more. Deep navy, printed bone.',
    },
    {
      name: 'Blackletter hoodie',
      garment: 'Hoodie',
      colors: ['maroon', 'black', 'gray'],
      price: 530,
      place: 'back',
      print: { kind: 'stack', lines: ['North', 'Block'], face: 'black' },
      inks: ['#f1f1ee', '#f1f1ee', '#f1f1ee'],
      about:
        'Set the way newspapers set their names, sized the way walls do. One colour, one pass, full back. Oxblood fleece that fades at the cuffs.',
    },
    {
      name: 'Site Safety hoodie',
      garment: 'Hoodie',
      colors: ['olive', 'black', 'charcoal'],
      price: 490,
      was: 560,
      print: { kind: 'label', title: 'SITE 04', rows: ['EYES UP', 'BOOTS ON', 'NO STANDING'], motif: 'bolt' },
      inks: BONE,
      about:
        'Rules from the gate, word for word. Army green fleece that hides dust. Marked down with drop six.',
    },
    {
      name: 'Spiral hoodie',
      garment: 'Hoodie',
      colors: ['black', 'maroon', 'navy'],
      price: 515,
      print: { kind: 'bare', motif: 'spiral' },
      inks: ['#75ef45', '#f1f1ee', '#75ef45'],
      about:
        'Stairwell C, seen from the top, nine floors down. A single neon line with no end that we could find. Do not stare while walking.',
    },
    {
      name: 'Ember hoodie',
      garment: 'Hoodie',
      colors: ['mustard', 'black', 'brown'],
      price: 510,
      stock: 4,
      print: { kind: 'bare', motif: 'flame' },
      inks: ['#141515', '#ff5a1f', '#f1f1ee'],
      about:
        'Oil drum, three pallets, somebody with a lighter. Winter on the roof, printed on ochre fleece. Four pieces, sizes L and up.',
    },
  ],
};

export const crews: Shelf<GarmentEntry> = {
  name: 'Crews',
  description: 'Sweatshirts with the same fleece and no hood to hide in.',
  products: [
    {
      name: 'Cinder crew',
      garment: 'Sweatshirt',
      colors: ['charcoal', 'black', 'gray'],
      price: 420,
      print: { kind: 'stack', lines: ['CINDER'], face: 'krona' },
      inks: ['#8b8f8a', '#8b8f8a', '#8b8f8a'],
      about:
        'Grey on grey, readable when you stand close. Which is the idea. 400 gsm, flatlocked, ribbed at three ends.',
    },
    {
      name: 'Grid Failure crew',
      garment: 'Sweatshirt',
      colors: ['black', 'navy', 'white'],
      price: 445,
      featured: true,
      print: { kind: 'bare', motif: 'bulge' },
      inks: ['#f1f1ee', '#75ef45', '#f1f1ee'],
      about:
        'The grid held until it did not. Bone squares, a few of them live. Printed in one go on a frame we had to build for it.',
    },
    {
      name: 'Radio Shubra crew',
      garment: 'Sweatshirt',
      colors: ['forest green', 'maroon', 'charcoal'],
      price: 430,
      print: {
        kind: 'poster',
        motif: 'radio',
        title: 'RADIO SHUBRA',
        face: 'anton',
        foot: '104.2 IF THE WIND IS RIGHT',
      },
      inks: ['#f1f1ee', '#75ef45', '#ff5a1f'],
      about: 'A pirate station that ran for eleven weeks from a laundry. They played one tape. We found it.',
    },
    {
      name: 'Beige Wall crew',
      garment: 'Sweatshirt',
      colors: ['beige', 'cream', 'gray'],
      price: 370,
      about:
        'Looks like every stairwell in the district, feels nothing like it. No print, tonal label. The easiest thing we make.',
    },
    {
      name: 'Microbus crew',
      garment: 'Sweatshirt',
      colors: ['white', 'black', 'blue'],
      price: 440,
      isNew: true,
      print: {
        kind: 'poster',
        motif: 'microbus',
        title: 'LAST SEAT',
        face: 'anton',
        foot: 'HAND SIGNAL: ONE FINGER UP',
      },
      inks: ['#141515', '#3f5fae', '#ff5a1f'],
      about:
        'Fourteen seats, nineteen people, one driver who knows every hole in the road. Printed on bone fleece in three inks. Get on, it is leaving.',
    },
    {
      name: 'Plus Minus crew',
      garment: 'Sweatshirt',
      colors: ['lavender', 'black', 'gray'],
      price: 395,
      was: 450,
      gender: 'Women',
      print: { kind: 'bare', motif: 'circlesGrid' },
      inks: ['#141515', '#f1f1ee', '#5b3f8f'],
      about:
        'Sixteen shapes that almost repeat. Cut shorter, sleeve kept long. The one piece in the drop that is not grey.',
    },
  ],
};
