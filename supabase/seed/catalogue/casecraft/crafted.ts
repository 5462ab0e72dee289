import type { CaseEntry, Shelf } from '../entries.ts';

export const magnetic: Shelf<CaseEntry> = {
  name: 'Magnetic',
  description: 'A ring that holds 12 newtons and lets go when you twist.',
  products: [
    {
      name: 'CC-401 Ring White, iPhone 15',
      price: 390,
      look: { build: 'magnetic', device: 'iPhone 15', color: '#e8e6e1', trim: '#b9b6ae' },
      colors: ['white', 'black'],
      material: ['Silicone'],
      about:
        'Thirty-six magnets in a ring, each one pulled to 12 N before it leaves. Works with car mounts, stands and the charger you already own.',
    },
    {
      name: 'CC-402 Ring Graphite, iPhone 16 Pro',
      price: 420,
      featured: true,
      film: true,
      isNew: true,
      look: { build: 'magnetic', device: 'iPhone 16 Pro', color: '#33363b', trim: '#d41310' },
      colors: ['graphite', 'red'],
      material: ['Polycarbonate'],
      about:
        'Graphite back, red ring, nothing else. The shell is 1.4 mm and stiff enough to hold the ring flat, which is what makes it hold. Charges at full speed through the case.',
    },
    {
      name: 'CC-403 Ring Blush, iPhone 16',
      price: 390,
      look: { build: 'magnetic', device: 'iPhone 16', color: '#dcb1b4', trim: '#f3e2e0' },
      colors: ['rose', 'white'],
      material: ['Silicone'],
      about:
        'A dry pink that photographs as grey and looks like neither. Lined in microfibre, ring embossed by 0.2 mm so that a thumb can find it.',
    },
    {
      name: 'CC-404 Ring Ocean, Galaxy S24',
      price: 410,
      look: { build: 'magnetic', device: 'Galaxy S24', color: '#1f6a78', trim: '#9fd0d6' },
      colors: ['teal', 'navy'],
      material: ['Polycarbonate'],
      about:
        'Gives a phone without magnets a ring of them. Placement is within 0.1 mm of the coil, measured by charging time and not by eye.',
    },
    {
      name: 'CC-405 Ring Signal, Galaxy S24 Ultra',
      price: 340,
      was: 430,
      look: { build: 'magnetic', device: 'Galaxy S24 Ultra', color: '#e2591b', trim: '#2a2c2f' },
      colors: ['orange', 'black'],
      material: ['Silicone'],
      about:
        'High-visibility orange, first made for a film crew. The ring is black so that the mount finds it in a hurry. A colour we are not repeating.',
    },
    {
      name: 'CC-406 Ring Bar, Pixel 9',
      price: 400,
      stock: 5,
      look: { build: 'magnetic', device: 'Pixel 9', color: '#f0d77a', trim: '#8f7a24' },
      colors: ['yellow', 'black'],
      material: ['Silicone'],
      about:
        'Lemon yellow with a tone-on-tone ring below the camera bar. Weighs 31 g, of which 9 g are magnets. Five pieces in stock.',
    },
  ],
};

export const leatherAndWood: Shelf<CaseEntry> = {
  name: 'Leather & wood',
  description: 'Materials that get better at it. Vegetable-tanned in Old Cairo, milled in Damietta.',
  products: [
    {
      name: 'CC-501 Saddle Wallet, Pixel 9',
      price: 620,
      look: { build: 'leather', device: 'Pixel 9', color: '#8a5a34', trim: '#d9b98a', third: '#7a4c2a' },
      colors: ['tan', 'black'],
      material: ['Leather'],
      about:
        'Vegetable-tanned cowhide, 1.3 mm, stitched at eleven to the inch. The pocket holds two cards or one note folded twice. It will be darker by summer.',
    },
    {
      name: 'CC-502 Black Hide, iPhone 16 Pro',
      price: 590,
      featured: true,
      look: { build: 'leather', device: 'iPhone 16 Pro', color: '#232326', trim: '#d41310' },
      colors: ['black', 'tan'],
      material: ['Leather'],
      about:
        'Black leather, red thread, a steel core so that it keeps its edge. Metal buttons, machined here. Smells like a good shoe shop.',
    },
    {
      name: 'CC-503 Oxblood Hide, iPhone 16',
      price: 580,
      look: { build: 'leather', device: 'iPhone 16', color: '#5c1f24', trim: '#c58f7d' },
      colors: ['burgundy', 'black'],
      material: ['Leather'],
      about:
        'Dyed in the drum, finished by hand with beeswax. Scratches rub out with a warm finger. The inside is suede, for the phone’s benefit.',
    },
    {
      name: 'CC-504 Walnut, Galaxy S24',
      price: 540,
      isNew: true,
      look: { build: 'wood', device: 'Galaxy S24', color: '#7a4f2e', trim: '#3b2412' },
      colors: ['brown'],
      material: ['Walnut', 'Aramid fibre'],
      about:
        'A 0.6 mm leaf of walnut on an aramid shell. Every grain is different, so yours will not match the picture. Oiled, not lacquered.',
    },
    {
      name: 'CC-505 Beech, iPhone 15',
      price: 450,
      was: 530,
      look: { build: 'wood', device: 'iPhone 15', color: '#d9b184', trim: '#a87a48' },
      colors: ['tan'],
      material: ['Beech', 'Aramid fibre'],
      about:
        'Pale beech from furniture offcuts in Damietta. Light as the plastic one and much nicer to put down on a table. Final units.',
    },
    {
      name: 'CC-506 Saddle Plain, Galaxy S24 Ultra',
      price: 600,
      stock: 3,
      look: { build: 'leather', device: 'Galaxy S24 Ultra', color: '#b98552', trim: '#6d4522' },
      colors: ['sand', 'tan'],
      material: ['Leather'],
      about:
        'Undyed leather that starts the colour of bread and ends the colour of tea. No pocket, no lining visible, 1.8 mm in total. Three left until the next hide.',
    },
  ],
};

export const printed: Shelf<CaseEntry> = {
  name: 'Printed',
  description: 'Patterns under a hard coat of 4H. Scratch the coat, not the ink.',
  products: [
    {
      name: 'CC-601 Terrazzo, iPhone 16 Pro',
      price: 370,
      featured: true,
      film: true,
      look: {
        build: 'print',
        device: 'iPhone 16 Pro',
        color: '#f4efe6',
        trim: '#d41310',
        third: '#e9b44c',
        print: { kind: 'terrazzo' },
      },
      colors: ['white', 'red'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'A floor from a stairwell in Heliopolis, scanned and cleaned. 150 chips, none repeated. Printed from the inside so it feels like glass.',
    },
    {
      name: 'CC-602 Khatam, iPhone 16',
      price: 370,
      look: {
        build: 'print',
        device: 'iPhone 16',
        color: '#101114',
        trim: '#e8e6e1',
        third: '#d41310',
        print: { kind: 'grid', motif: 'khatam', columns: 3 },
      },
      colors: ['black', 'red'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'Eight points, three colours, a lattice that meets itself at the edge. The alignment across the corner is 0.2 mm, which took eleven proofs.',
    },
    {
      name: 'CC-603 Blueprint, Galaxy S24 Ultra',
      price: 380,
      look: {
        build: 'print',
        device: 'Galaxy S24 Ultra',
        color: '#16458f',
        trim: '#4f7fcc',
        third: '#e8f0ff',
        print: { kind: 'blueprint' },
      },
      colors: ['blue'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'The drawing of the case, on the case. Dimensions are real, so you may check them with a caliper. Blue like the paper used to be.',
    },
    {
      name: 'CC-604 Carrara, iPhone 15',
      price: 290,
      was: 360,
      look: {
        build: 'print',
        device: 'iPhone 15',
        color: '#eeedea',
        trim: '#7b8087',
        third: '#c29a4f',
        print: { kind: 'marble' },
      },
      colors: ['white', 'gold'],
      material: ['Polycarbonate'],
      about:
        'White stone with one gold vein, at 30 g instead of 300. Gloss coat, 4H. Discontinued with the device.',
    },
    {
      name: 'CC-605 Night Swim, Galaxy S24',
      price: 360,
      isNew: true,
      look: {
        build: 'print',
        device: 'Galaxy S24',
        color: '#0d2740',
        trim: '#1f6f8f',
        third: '#8fe0d6',
        print: { kind: 'waves' },
      },
      colors: ['navy', 'teal'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'Twenty-six lines of water, one in five lit from below. Every line is 14 px wide at source and 0.9 mm on the case. Pairs well with a real sea.',
    },
    {
      name: 'CC-606 Dusk Shift, Pixel 9',
      price: 360,
      look: {
        build: 'print',
        device: 'Pixel 9',
        color: '#3a1f5c',
        trim: '#f0764a',
        third: '#ffd166',
        print: { kind: 'sunset' },
      },
      colors: ['purple', 'orange'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'A sun in ten slats over the desert road. The gradient has 400 steps and no banding we can find. Matte coat, fingerprint-free for a day at least.',
    },
    {
      name: 'CC-607 Interference, iPhone 16',
      price: 360,
      look: {
        build: 'print',
        device: 'iPhone 16',
        color: '#f3f2ef',
        trim: '#17181b',
        third: '#d41310',
        print: { kind: 'moire' },
      },
      colors: ['white', 'black'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'Two sets of rings, 140 units apart. What you see in between is not printed. Avoid looking at it while scrolling.',
    },
    {
      name: 'CC-608 Field Camo, iPhone 16 Pro',
      price: 370,
      look: {
        build: 'print',
        device: 'iPhone 16 Pro',
        color: '#6b6f5c',
        trim: '#3d4034',
        third: '#a7a58c',
        print: { kind: 'camo' },
      },
      colors: ['green'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'Generated from 54 shapes, so it hides well and repeats never. Rubberised coat with the grip of Slim. Found twice on the same bench.',
    },
    {
      name: 'CC-609 House Cat, Pixel 9',
      price: 350,
      look: {
        build: 'print',
        device: 'Pixel 9',
        color: '#f0c8b8',
        trim: '#2a1d22',
        third: '#d41310',
        print: { kind: 'single', motif: 'cat' },
      },
      colors: ['pink', 'black'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'Sits on the lower half and stares. Drop-tested like the others; landed on its feet in 51 % of cycles, which is within tolerance.',
    },
  ],
};
