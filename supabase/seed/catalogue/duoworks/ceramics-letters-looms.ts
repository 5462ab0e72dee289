import type { GarmentEntry, Shelf } from '../entries.ts';

const CLAY = ['#a4512f', '#3f2a20', '#d99a5b'] as const;
const TYPE = ['#2a2330', '#8e44ad', '#8e44ad'] as const;
const DYED = ['#f4ecd8', '#d9a441', '#c65d3b'] as const;

export const kilnNine: Shelf<GarmentEntry> = {
  name: 'Salma Adel × Kiln Nine',
  description:
    'A painter who had never touched clay and a pottery that had never printed a line. Edition of 200.',
  products: [
    {
      name: 'Amphora tee',
      garment: 'Regular T-shirt',
      colors: ['beige', 'white'],
      price: 340,
      featured: true,
      film: true,
      print: { kind: 'framed', motif: 'vase', caption: 'Amphora, unglazed', face: 'serif' },
      inks: CLAY,
      about:
        'Salma drew the vessel; Kiln Nine ground the pigment from its own clay. The print has the dry surface of something taken from the wheel too early. Signed by both on the inner hem.',
    },
    {
      name: 'Shards sweatshirt',
      garment: 'Sweatshirt',
      colors: ['cream', 'beige'],
      price: 560,
      print: { kind: 'bare', motif: 'quarters' },
      inks: CLAY,
      about:
        'Sixteen broken plates, put back together in the wrong order. The three colours are clay, slip and soot. Loopback cotton with a slightly raised neck.',
    },
    {
      name: 'Kiln Opening hoodie',
      garment: 'Hoodie',
      colors: ['brown', 'beige'],
      price: 680,
      isNew: true,
      place: 'back',
      print: { kind: 'bare', motif: 'circlesGrid' },
      inks: ['#f0dfc0', '#d99a5b', '#c65d3b'],
      about:
        'Bowls seen from above on the shelf of the kiln, one firing, nothing sold yet. Printed large across the back on clay-coloured fleece. The pocket is lined in cream.',
    },
    {
      name: 'Slip polo',
      garment: 'Polo Baskota',
      colors: ['cream', 'brown'],
      price: 430,
      place: 'pocket',
      print: { kind: 'bare', motif: 'vase' },
      inks: CLAY,
      about:
        'Waffle knit the colour of wet slip, with the amphora as a mark. The buttons were turned at the pottery and no two are round. Washes by hand, as plates do.',
    },
    {
      name: 'Glaze Test oversized tee',
      garment: 'Oversized T-shirt',
      colors: ['olive', 'cream'],
      price: 360,
      was: 420,
      print: { kind: 'tiles', motif: 'bars', columns: 3, rows: 3, foot: 'GLAZE TEST 1 TO 9' },
      inks: ['#efe0c0', '#c9a45c', '#7c4f35'],
      about:
        'Nine test strips from the notebook of Kiln Nine, enlarged until they became a composition. The seventh was the right one. From the first edition, in the last sizes.',
    },
  ],
};

export const lighthousePress: Shelf<GarmentEntry> = {
  name: 'Yousef Rizk × Lighthouse Press',
  description:
    'A poet who counts syllables and a letterpress shop that counts points. Set by hand, worn by chance.',
  products: [
    {
      name: 'First Line tee',
      garment: 'Regular T-shirt',
      colors: ['white', 'black'],
      price: 320,
      featured: true,
      print: { kind: 'stack', lines: ['the sea', 'reads', 'everything'], face: 'serif' },
      inks: TYPE,
      about:
        'Three words to a breath, as Yousef writes them. Lighthouse set the line in forty-eight point and inked it once. The second word is violet because the press wanted it so.',
    },
    {
      name: 'Ampersand sweatshirt',
      garment: 'Sweatshirt',
      colors: ['lavender', 'white'],
      price: 540,
      print: { kind: 'stack', lines: ['&'], face: 'fatface' },
      inks: TYPE,
      about:
        'The most useful character in the case, at the size it deserves. A portrait of every collaboration we have published. Loopback cotton in the grey of morning.',
    },
    {
      name: 'Errata hoodie',
      garment: 'Hoodie',
      colors: ['gray', 'white'],
      price: 640,
      print: { kind: 'echo', text: 'errata', face: 'serif', rows: 5 },
      inks: ['#2a2330', '#7a2f94', '#2a2330'],
      about:
        'A misprint repeated until it looked intended. Five settings, one of them corrected in violet. The hood carries the correction on its inside.',
    },
    {
      name: 'Harbour Light tee',
      garment: 'Boxy T-shirt',
      colors: ['navy', 'cream'],
      price: 350,
      print: { kind: 'arabic', word: 'منارة', face: 'ruqaa', latin: 'LIGHTHOUSE' },
      inks: ['#f4ecd8', '#c9a8de', '#c9a8de'],
      about:
        'The name of the press in reed-pen Arabic, printed in cream on night blue. Alexandria has had no lighthouse for seven hundred years; this is the working replacement.',
    },
    {
      name: 'Proofreader polo',
      garment: 'Polo Shirt',
      colors: ['black', 'white'],
      price: 410,
      place: 'pocket',
      print: { kind: 'stack', lines: ['sic.'], face: 'serif' },
      inks: ['#f4ecd8', '#f4ecd8', '#f4ecd8'],
      about:
        'Three letters that forgive everything. Pique cotton, cut close, collar interlined like a shirt’s. Edition of 120, numbered in pencil.',
    },
  ],
};

export const siwaLooms: Shelf<GarmentEntry> = {
  name: 'Dina Halim × Siwa Looms',
  description: 'Patterns that were carried in memory for a century, drawn on paper for the first time.',
  products: [
    {
      name: 'Salt Lake hoodie',
      garment: 'Hoodie',
      colors: ['forest green', 'white'],
      price: 690,
      featured: true,
      print: { kind: 'bare', motif: 'zellige' },
      inks: DYED,
      about:
        'Nine stars, as the weavers in Shali count them. Dina redrew each thread and the loom corrected her twice. Printed in three vegetable-matched inks on deep green fleece.',
    },
    {
      name: 'Wedding Star sweatshirt',
      garment: 'Sweatshirt',
      colors: ['maroon', 'cream'],
      price: 570,
      isNew: true,
      print: { kind: 'bare', motif: 'khatam' },
      inks: ['#d9a441', '#7b2433', '#f4ecd8'],
      about:
        'The star from the breast of a Siwan bridal dress, taken out of its crowd and given the whole front. Gold and cream on madder. One loom, one painter, one motif.',
    },
    {
      name: 'Granary tee',
      garment: 'Oversized T-shirt',
      colors: ['cream', 'brown'],
      price: 350,
      print: { kind: 'framed', motif: 'arches', caption: 'Granary, noon', face: 'serif' },
      inks: ['#5b2a4a', '#c65d3b', '#8e44ad'],
      about:
        'Stacked vaults of the old granary with the sun exactly above. The frame is the violet of the dye bath. Heavy jersey that hangs like a panel.',
    },
    {
      name: 'Ladder Stitch chinos',
      garment: 'Chinos',
      colors: ['beige', 'navy'],
      price: 590,
      about:
        'Cotton drill from the looms that usually make blankets, so it drapes like one. The belt loops are woven, not sewn. Dina chose the sand after looking at it for three days.',
    },
    {
      name: 'Nine Steps boxy tee',
      garment: 'Boxy T-shirt',
      colors: ['lavender', 'navy'],
      price: 345,
      stock: 3,
      print: { kind: 'bare', motif: 'steps' },
      inks: ['#3b2047', '#8e44ad', '#d9a441'],
      about:
        'A stair pattern from the edge of a carpet, climbing towards a sun that was not there before. Edition nearly closed. Square cut, high collar.',
    },
  ],
};
