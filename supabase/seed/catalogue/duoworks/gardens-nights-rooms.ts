import type { GarmentEntry, Shelf } from '../entries.ts';

const NIGHT = ['#f4ecd8', '#b98fd0', '#d9a441'] as const;
const WOOD = ['#3d2a1d', '#8a5a34', '#c79a5b'] as const;

export const studioLemon: Shelf<GarmentEntry> = {
  name: 'Omar Shennawi × Studio Lemon',
  description:
    'An illustrator of insects and two botanists with a terrace. Everything here grew within four metres.',
  products: [
    {
      name: 'Balady Lemon tee',
      garment: 'Regular T-shirt',
      colors: ['white', 'sky blue'],
      price: 330,
      featured: true,
      film: true,
      isNew: true,
      print: {
        kind: 'poster',
        motif: 'lemon',
        title: 'Citrus aurantiifolia',
        face: 'serif',
        foot: 'TERRACE, ROW TWO',
      },
      inks: ['#6d8a2a', '#3f5a22', '#e8c53a'],
      about:
        'The small green lemon that no kitchen is without, at forty times its size. Omar drew it on the terrace and Studio Lemon checked the leaf. Soft-hand inks on bright white.',
    },
    {
      name: 'Pollinator sweatshirt',
      garment: 'Sweatshirt',
      colors: ['beige', 'cream'],
      price: 550,
      print: { kind: 'bare', motif: 'bee' },
      inks: ['#3d2f14', '#d9a441', '#d9a441'],
      about:
        'Apis mellifera lamarckii, the bee on the walls of temples, drawn from one that landed on the paper. Sand loopback with a brushed face. A jar of the honey is included while it lasts.',
    },
    {
      name: 'Olive Branch tee',
      garment: 'Oversized T-shirt',
      colors: ['olive', 'cream'],
      price: 350,
      place: 'back',
      print: { kind: 'bare', motif: 'olive' },
      inks: ['#f1ead2', '#c9cf9a', '#f1ead2'],
      about:
        'One branch across the shoulders and one leaf on the chest. Printed in two pale greens that nearly disappear in shade. Peace is not promised.',
    },
    {
      name: 'Herbarium hoodie',
      garment: 'Hoodie',
      colors: ['white', 'olive'],
      price: 650,
      print: { kind: 'framed', motif: 'poppy', caption: 'Papaver rhoeas', face: 'serif' },
      inks: ['#a8322a', '#2b2320', '#4d6b3c'],
      about:
        'A field poppy, pressed, framed and labelled. The red is mixed for this print and named Thursday. Undyed fleece with flat cords.',
    },
    {
      name: 'Daisy Chain boxy tee',
      garment: 'Boxy T-shirt',
      colors: ['forest green', 'lavender'],
      price: 340,
      print: { kind: 'tiles', motif: 'daisy', columns: 3, rows: 3 },
      inks: ['#f4ecd8', '#e0b93e', '#e6c9d8'],
      about:
        'Nine daisies counted before breakfast: loves, loves not. The colours rotate, so the answer depends on where you start. Cropped and square.',
    },
  ],
};

export const nightBus: Shelf<GarmentEntry> = {
  name: 'Nour Farid × The Night Bus',
  description: 'A musician and the driver of the last bus to Agami, who records what his passengers sing.',
  products: [
    {
      name: 'Last Departure hoodie',
      garment: 'Hoodie',
      colors: ['black', 'navy'],
      price: 690,
      featured: true,
      film: true,
      print: {
        kind: 'poster',
        motif: 'moon',
        title: 'Last departure',
        face: 'fatface',
        foot: '00:40 / RAMLEH STATION',
      },
      inks: NIGHT,
      about:
        'The hour, the place and the moon that was out when the first recording was made. Cream, violet and brass on black fleece. The label holds a code to the album.',
    },
    {
      name: 'Moon Phase sweatshirt',
      garment: 'Sweatshirt',
      colors: ['navy', 'black'],
      price: 560,
      print: { kind: 'bare', motif: 'moonPhases' },
      inks: NIGHT,
      about:
        'Five nights of one week in October, one song each. A thin line of moons across the chest and nothing else. Midweight, quiet, cut long.',
    },
    {
      name: 'Interference tee',
      garment: 'Oversized T-shirt',
      colors: ['black', 'lavender'],
      price: 360,
      print: { kind: 'bare', motif: 'moire' },
      inks: ['#f4ecd8', '#b98fd0', '#f4ecd8'],
      about:
        'Two stations on one frequency, drawn as rings. Where they cross, Nour found the chorus. Look at it from across the street.',
    },
    {
      name: 'Side Window jacket',
      garment: 'Jacket',
      colors: ['maroon', 'black'],
      price: 940,
      place: 'back',
      print: { kind: 'framed', motif: 'soundBars', caption: 'Side window, 01:15', face: 'serif' },
      inks: ['#f4ecd8', '#d9a441', '#b98fd0'],
      about:
        'Forty seconds of rain on glass, as sound and as picture. The frame sits between the shoulder blades of an oxblood bomber. Lined in violet satin.',
    },
    {
      name: 'Mixtape polo',
      garment: 'Polo Shirt',
      colors: ['navy', 'maroon'],
      price: 420,
      stock: 0,
      place: 'pocket',
      print: { kind: 'bare', motif: 'cassette' },
      inks: ['#f4ecd8', '#8e44ad', '#d9a441'],
      about:
        'A tape on the pocket, the way drivers keep them. All two hundred have found owners. We show it here for the archive.',
    },
  ],
};

export const workshop44: Shelf<GarmentEntry> = {
  name: 'Hany Zaki × Workshop 44',
  description: 'An architect who never built a chair and a carpenter who never built anything else.',
  products: [
    {
      name: 'Chair No. 3 tee',
      garment: 'Regular T-shirt',
      colors: ['white', 'beige'],
      price: 330,
      print: {
        kind: 'poster',
        motif: 'chair',
        title: 'Chair No. 3',
        face: 'serif',
        foot: 'BEECH, RUSH, PATIENCE',
      },
      inks: WOOD,
      about:
        'The third attempt and the first that could be sat on. Drawn by Hany in elevation, printed at one to four. The real one stands in our shop in Alexandria.',
    },
    {
      name: 'Joinery sweatshirt',
      garment: 'Sweatshirt',
      colors: ['beige', 'forest green'],
      price: 550,
      featured: true,
      print: { kind: 'bare', motif: 'cubes' },
      inks: WOOD,
      about:
        'Eight blocks that hold each other without glue. Printed in the three tones of oiled beech. Raglan-free shoulders, because Workshop 44 dislikes curves.',
    },
    {
      name: 'Courtyard hoodie',
      garment: 'Hoodie',
      colors: ['beige', 'gray'],
      price: 660,
      was: 760,
      place: 'back',
      print: { kind: 'framed', motif: 'balcony', caption: 'Courtyard, third floor', face: 'serif' },
      inks: ['#3d2a1d', '#8a5a34', '#8e44ad'],
      about:
        'A window Hany measured as a student and never forgot. The shutters are drawn closed, as they were. From the previous edition, a few remain.',
    },
    {
      name: 'Spare Key tee',
      garment: 'Boxy T-shirt',
      colors: ['brown', 'cream'],
      price: 345,
      print: {
        kind: 'arched',
        title: 'SPARE KEY',
        face: 'cinzel',
        motif: 'key',
        foot: 'LEFT WITH THE NEIGHBOUR',
      },
      inks: ['#f0dfc0', '#d9a441', '#d9a441'],
      about:
        'Carpenters hang the door, architects lose the key. Brass and cream on walnut jersey. Two signatures, one of them illegible.',
    },
    {
      name: 'Bench jacket',
      garment: 'Denim Jacket',
      colors: ['navy', 'blue'],
      price: 980,
      isNew: true,
      about:
        'A trucker cut by Hany with the pockets where Workshop 44 reaches for them. Dark denim, amber thread, bar tacks at every corner. Made forty at a time, by the bench that made the chair.',
    },
  ],
};
