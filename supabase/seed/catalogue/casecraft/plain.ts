import type { CaseEntry, Shelf } from '../entries.ts';

export const clear: Shelf<CaseEntry> = {
  name: 'Clear',
  description: 'See-through TPU and polycarbonate that stays see-through. Tested for 300 hours under UV.',
  products: [
    {
      name: 'CC-101 Clear Frame, iPhone 16 Pro',
      price: 320,
      featured: true,
      look: { build: 'clear', device: 'iPhone 16 Pro', color: '#4a4f55', trim: '#ffffff' },
      colors: ['clear', 'graphite'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'A 1.2 mm back plate in a soft frame. Yellowing after 300 hours of UV: none we could measure. The lip stands 0.8 mm above the glass on both sides.',
    },
    {
      name: 'CC-102 Clear Magnet, iPhone 16',
      price: 380,
      isNew: true,
      look: { build: 'clear', device: 'iPhone 16', color: '#3f6aa8', trim: '#ffffff', third: '#f2f4f6' },
      colors: ['clear'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'Clear Frame with a ring of 36 magnets, 12.4 N of hold. Chargers align on the first try; wallets stay on in a pocket. The white ring is printed on the inside, so it cannot scratch off.',
    },
    {
      name: 'CC-103 Clear Tint, Galaxy S24',
      price: 300,
      look: { build: 'clear', device: 'Galaxy S24', color: '#7c5a9c', trim: '#b9a3d6' },
      colors: ['lilac', 'clear', 'graphite'],
      material: ['TPU'],
      about:
        'Violet through and through: pigment in the melt, not a film on top. 28 g. Buttons are cut free and click as they do without a case.',
    },
    {
      name: 'CC-104 Clear Edge, Galaxy S24 Ultra',
      price: 340,
      look: { build: 'clear', device: 'Galaxy S24 Ultra', color: '#2f3237', trim: '#e01b12' },
      colors: ['clear', 'red'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'A clear plate with one red line around it. The line is the bumper: 2.1 mm of shock-damping TPU, dropped 400 times from 2.0 m. Square corners, because the phone has them.',
    },
    {
      name: 'CC-105 Clear Zero, iPhone 15',
      price: 240,
      was: 300,
      look: { build: 'clear', device: 'iPhone 15', color: '#d9a7b0', trim: '#ffffff' },
      colors: ['clear'],
      material: ['TPU'],
      about:
        '0.7 mm. Protects against scratches and table edges, and says so. End of the line for this device, hence the price.',
    },
    {
      name: 'CC-106 Clear Bar, Pixel 9',
      price: 310,
      look: { build: 'clear', device: 'Pixel 9', color: '#6c8f7d', trim: '#ffffff' },
      colors: ['clear', 'graphite'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'The camera bar sits 0.6 mm below the lip all the way across. Anti-fog dots on the inside keep the glass from sticking. Measured on three phones from three factories.',
    },
  ],
};

export const slim: Shelf<CaseEntry> = {
  name: 'Slim',
  description: 'Matte shells between 0.9 and 1.2 mm. The phone with its sleeves rolled down.',
  products: [
    {
      name: 'CC-201 Slim Red, iPhone 16',
      price: 350,
      featured: true,
      film: true,
      look: { build: 'slim', device: 'iPhone 16', color: '#d41310', trim: '#8f0c0a' },
      colors: ['red', 'black', 'white'],
      material: ['Silicone'],
      about:
        'Our red, RAL 3020, in liquid silicone with a microfibre lining. 1.2 mm at the back, 1.6 mm at the corners. Wipes clean with a thumb.',
    },
    {
      name: 'CC-202 Slim Black, iPhone 16 Pro',
      price: 350,
      look: { build: 'slim', device: 'iPhone 16 Pro', color: '#1d1e21', trim: '#4b4e54' },
      colors: ['black', 'graphite', 'red'],
      material: ['Silicone'],
      about:
        'Matte black with a friction value of 0.6: it stays on a car dashboard up to 31 degrees. No logo you can see from a metre away.',
    },
    {
      name: 'CC-203 Slim White, Galaxy S24',
      price: 330,
      look: { build: 'slim', device: 'Galaxy S24', color: '#eceae5', trim: '#c6c3bb' },
      colors: ['white', 'black'],
      material: ['Silicone'],
      about:
        'White that has been tested against denim, turmeric and ink. Two out of three wash off; we advise against turmeric. 26 g.',
    },
    {
      name: 'CC-204 Slim Slate, Pixel 9',
      price: 340,
      isNew: true,
      look: { build: 'slim', device: 'Pixel 9', color: '#5b6670', trim: '#3c444b' },
      colors: ['gray', 'black'],
      material: ['Aramid fibre'],
      about:
        'Woven aramid, 0.9 mm and 14 g: the thinnest thing we make. It does not bend, it does not block signal, and it warms up faster than you expect.',
    },
    {
      name: 'CC-205 Slim Sand, iPhone 15',
      price: 280,
      was: 340,
      look: { build: 'slim', device: 'iPhone 15', color: '#cdbb9c', trim: '#a38f6c' },
      colors: ['sand', 'black'],
      material: ['Silicone'],
      about:
        'The colour of the drop rig after a week. Silicone with a dry touch that does not collect lint. Last batch for this device.',
    },
    {
      name: 'CC-206 Slim Night, Galaxy S24 Ultra',
      price: 360,
      look: { build: 'slim', device: 'Galaxy S24 Ultra', color: '#1c2b4a', trim: '#3c5a8f' },
      colors: ['navy', 'black'],
      material: ['Aramid fibre'],
      about:
        'Aramid dyed before weaving, so the blue goes all the way in. The pen slot is bevelled by 15 degrees for an easier grip. 19 g with tolerances of 0.1 mm.',
    },
    {
      name: 'CC-207 Slim Leaf, iPhone 16',
      price: 390,
      stock: 4,
      look: { build: 'slim', device: 'iPhone 16', color: '#3f5a45', trim: '#263a2c' },
      colors: ['green', 'black'],
      material: ['Plant-based TPU'],
      about:
        '61 % castor oil, the rest is chemistry we are working on. Behaves like Slim, composts unlike it. Four left from the pilot run.',
    },
  ],
};

export const rugged: Shelf<CaseEntry> = {
  name: 'Rugged',
  description: 'Two metres onto concrete, six faces, four corners. Numbered when they pass.',
  products: [
    {
      name: 'CC-301 Site Case, Galaxy S24 Ultra',
      price: 520,
      featured: true,
      look: { build: 'rugged', device: 'Galaxy S24 Ultra', color: '#2a2c2f', trim: '#d41310' },
      colors: ['black', 'red'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'Four screwed corner pieces, replaceable at 20 pounds each. Survived 26 drops from 3.0 m before the phone did not. For people with ladders.',
    },
    {
      name: 'CC-302 Site Case, iPhone 16 Pro',
      price: 520,
      look: { build: 'rugged', device: 'iPhone 16 Pro', color: '#3a3d38', trim: '#e0b020' },
      colors: ['olive', 'yellow'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'The same rig result in site yellow, so that you find it in the sand. Port covers keep dust out to IP5X. 64 g, and worth it.',
    },
    {
      name: 'CC-303 Shock Frame, iPhone 16',
      price: 450,
      isNew: true,
      look: { build: 'rugged', device: 'iPhone 16', color: '#e8e6e1', trim: '#2b2d31' },
      colors: ['white', 'black'],
      material: ['TPU'],
      about:
        'Air chambers in every corner compress by 4 mm and come back. Tested at minus 20 degrees, in a freezer in Giza. Looks calm.',
    },
    {
      name: 'CC-304 Trail Case, Pixel 9',
      price: 430,
      look: { build: 'rugged', device: 'Pixel 9', color: '#4a5a3a', trim: '#d9772e' },
      colors: ['green', 'orange'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'A lanyard eye rated for 40 kg and ridges you can hold with gloves. The camera bar is framed in steel. Went up Mount Catherine twice.',
    },
    {
      name: 'CC-305 Deck Case, Galaxy S24',
      price: 380,
      was: 460,
      look: { build: 'rugged', device: 'Galaxy S24', color: '#1f3a52', trim: '#7fb4d6' },
      colors: ['navy', 'blue'],
      material: ['TPU'],
      about:
        'Floats, with the phone in it, for as long as we were willing to watch. Salt-spray tested for 96 hours. Previous buttons, same shell, lower price.',
    },
    {
      name: 'CC-306 Rig Zero, iPhone 15',
      price: 400,
      stock: 0,
      look: { build: 'rugged', device: 'iPhone 15', color: '#5a5d61', trim: '#c3c6ca' },
      colors: ['gray'],
      material: ['Polycarbonate', 'TPU'],
      about:
        'The first case that passed the full 400 cycles, kept in production by request. Out of stock while the mould is being serviced.',
    },
  ],
};
