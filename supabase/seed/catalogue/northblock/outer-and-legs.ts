import type { GarmentEntry, Shelf } from '../entries.ts';
import { BONE, NEON } from './inks.ts';

export const jackets: Shelf<GarmentEntry> = {
  name: 'Jackets',
  description: 'Shells for wind, dust and the walk home.',
  products: [
    {
      name: 'Night Watch bomber',
      garment: 'Jacket',
      colors: ['black', 'charcoal', 'olive'],
      price: 790,
      featured: true,
      place: 'back',
      print: {
        kind: 'poster',
        motif: 'eye',
        title: 'NIGHT WATCH',
        face: 'anton',
        foot: 'WE SEE YOU / GET HOME SAFE',
      },
      inks: BONE,
      about:
        'The bawab’s jacket: up all night, knows everyone. Coated drill, heavy zip, rib that keeps the cold in the street. Eye on the back in bone and neon.',
    },
    {
      name: 'Shell bomber',
      garment: 'Jacket',
      colors: ['charcoal', 'black', 'navy'],
      price: 690,
      about:
        'Wind-tight drill over a mesh lining. Nothing on the outside but the zip. Folds into its own left pocket if you insist.',
    },
    {
      name: 'Dust Storm bomber',
      garment: 'Jacket',
      colors: ['beige', 'black', 'olive'],
      price: 720,
      isNew: true,
      about:
        'Khamsin-coloured so it hides what the wind brings. Storm flap behind the zip, collar that closes to the chin. April, solved.',
    },
    {
      name: 'Site trucker',
      garment: 'Denim Jacket',
      colors: ['black', 'gray', 'blue'],
      price: 780,
      place: 'back',
      print: { kind: 'sliced', text: 'NB-07', face: 'anton' },
      inks: NEON,
      about:
        'Fourteen-ounce black denim with a stencil code on the back. Copper buttons, because silver looks rented. Break it in yourself.',
    },
    {
      name: 'Acid trucker',
      garment: 'Denim Jacket',
      colors: ['gray', 'blue', 'white'],
      price: 690,
      was: 820,
      about:
        'Three hours in the drum with pumice from Sinai. No two came out alike and some did not come out. Grey, mostly.',
    },
    {
      name: 'Bus Depot bomber',
      garment: 'Jacket',
      colors: ['maroon', 'navy', 'black'],
      price: 740,
      stock: 2,
      place: 'back',
      print: { kind: 'arched', title: 'DEPOT CREW', face: 'archivo', motif: 'tram', foot: 'LAST LINE OUT' },
      inks: ['#f1f1ee', '#75ef45', '#ff5a1f'],
      about:
        'Modelled on what the mechanics wear at the north depot, down to the oil colour. Embroidered feel, printed fact. Two left on the rail.',
    },
  ],
};

export const cargosAndDenim: Shelf<GarmentEntry> = {
  name: 'Cargos & denim',
  description: 'Wide legs, real pockets, seams you can see from across the street.',
  products: [
    {
      name: 'Eight Pocket cargos',
      garment: 'Cargo Pants',
      colors: ['black', 'olive', 'charcoal'],
      price: 580,
      featured: true,
      about: 'Eight pockets. We counted twice. Ripstop drill, adjustable hem, knees cut so they do not bag.',
    },
    {
      name: 'Scaffold cargos',
      garment: 'Cargo Pants',
      colors: ['khaki', 'black', 'olive'],
      price: 560,
      isNew: true,
      about:
        'For climbing on things you should not. Reinforced seat, bar-tacked flaps, room for boots. The khaki is the exact shade of scaffold boards.',
    },
    {
      name: 'Tarmac cargos',
      garment: 'Cargo Pants',
      colors: ['charcoal', 'navy', 'brown'],
      price: 490,
      was: 570,
      about:
        'Road-grey drill with the drape of something more expensive. Sits wide, stacks at the ankle. From the drop before last.',
    },
    {
      name: 'Deep Navy cargos',
      garment: 'Cargo Pants',
      colors: ['navy', 'black', 'khaki'],
      price: 570,
      stock: 5,
      about:
        'The cargo for people who were told to dress up. Dark, matte, same pockets. Five pairs, mostly 32 and 34.',
    },
    {
      name: 'Wide Black jeans',
      garment: 'Jeans',
      colors: ['black', 'gray', 'navy'],
      price: 540,
      about:
        'Fourteen ounces, overdyed, straight from hip to hem. Amber stitch on the outside, none on the inside. They stand in the corner when you take them off.',
    },
    {
      name: 'Overcast jeans',
      garment: 'Jeans',
      colors: ['gray', 'black', 'white'],
      price: 530,
      about:
        'Washed to the colour of the sky in February. Rigid at first, yours after a month. Leather patch numbered by hand.',
    },
    {
      name: 'Raw Blue jeans',
      garment: 'Jeans',
      colors: ['blue', 'navy', 'black'],
      price: 550,
      about:
        'Rope-dyed and left alone, so the fades will be your own. Do not wash before the first trip to the sea. Wide leg, high back.',
    },
    {
      name: 'Gate chinos',
      garment: 'Chinos',
      colors: ['olive', 'black', 'khaki'],
      price: 460,
      about:
        'Work trousers from before there was a word for it. Brushed drill, deep pockets, flat front. Good on a bike, better on a wall.',
    },
  ],
};

export const trackAndShorts: Shelf<GarmentEntry> = {
  name: 'Track & shorts',
  description: 'For the court with the leaning hoop.',
  products: [
    {
      name: 'Court track pants',
      garment: 'Track Pants',
      colors: ['black', 'forest green', 'navy'],
      price: 390,
      about:
        'Slim, striped, loud when you run. Tricot with a dry hand and a zip at each ankle. Runs all season, looks like it has not.',
    },
    {
      name: 'Block sweats',
      garment: 'Sweet Pants',
      colors: ['charcoal', 'black', 'gray'],
      price: 410,
      isNew: true,
      place: 'thigh',
      print: { kind: 'number', number: '07', text: 'NORTH', face: 'anton' },
      inks: ['#f1f1ee', '#75ef45', '#43464b'],
      about:
        'Same 400 gsm as the hoodie, cut for sitting on steps. Number on the left thigh. Elastic strong enough for keys, phone and a bottle.',
    },
    {
      name: 'Asphalt shorts',
      garment: 'Shorts',
      colors: ['black', 'gray', 'olive'],
      price: 280,
      place: 'thigh',
      print: { kind: 'bare', motif: 'ball' },
      inks: ['#75ef45', '#141515', '#75ef45'],
      about:
        'Long in the leg, wide in the seat, ball on the thigh. Loopback that survives being slid on. The court takes the rest.',
    },
  ],
};
