/* Two short scenes for the board-game hero, drawn frame by frame; run by draw-hero-clips.ts in a browser page. */

const meeple = new Path2D(
  'M0-50C11-50 18-42 18-32c0 4-1 7-3 10 13 4 32 12 32 22 0 6-5 8-11 8-6 0-14-2-18-2 2 10 16 24 16 32 0 4-3 5-7 5H10c-3 0-4-2-5-5-1-6-3-10-5-10s-4 4-5 10c-1 3-2 5-5 5h-17c-4 0-7-1-7-5 0-8 14-22 16-32-4 0-12 2-18 2-6 0-11-2-11-8 0-10 19-18 32-22-2-3-3-6-3-10 0-10 7-18 18-18z',
);
const colours = {
  lime: '#cfe04a',
  orange: '#e0743a',
  blue: '#3f78b5',
  red: '#b8403a',
  wood: '#d3a166',
  white: '#efe7d6',
};

function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

function canvasOf(width, height, draw) {
  const canvas = new OffscreenCanvas(width, height);
  draw(canvas.getContext('2d'), width, height);
  return canvas;
}

const ease = (t) => t * t * (3 - 2 * t);

/** Boards of a dark table with their grain. */
function tableTop(width, height) {
  return canvasOf(width, height, (c) => {
    const next = random(11);
    const board = height / 5;
    for (let n = 0; n < 5; n += 1) {
      const tone = 24 + next() * 7;
      c.fillStyle = `hsl(27 38% ${tone}%)`;
      c.fillRect(0, n * board, width, board);
      for (let g = 0; g < 90; g += 1) {
        const y = n * board + next() * board;
        const bend = (next() - 0.5) * 26;
        c.strokeStyle = `hsl(24 40% ${tone - 6 + next() * 12}% / ${0.1 + next() * 0.25})`;
        c.lineWidth = 0.6 + next() * 2.2;
        c.beginPath();
        c.moveTo(0, y);
        c.bezierCurveTo(width * 0.3, y + bend, width * 0.6, y - bend, width, y + bend * 0.4);
        c.stroke();
      }
      c.fillStyle = 'rgb(0 0 0 / .45)';
      c.fillRect(0, n * board - 2, width, 3);
      c.fillStyle = 'rgb(255 225 180 / .05)';
      c.fillRect(0, n * board + 1, width, 2);
    }
  });
}

function hexPath(c, x, y, r) {
  c.beginPath();
  for (let k = 0; k < 6; k += 1) {
    const a = (Math.PI / 3) * k + Math.PI / 6;
    c.lineTo(x + r * Math.cos(a), y + r * Math.sin(a));
  }
  c.closePath();
}

const lands = [
  ['#5f8f3e', '#3f6a2b'],
  ['#d9b54a', '#b08a2b'],
  ['#86a85a', '#5f8440'],
  ['#8d8a86', '#65625f'],
  ['#3f86a8', '#2a6484'],
  ['#b3623c', '#86452a'],
];

/** The printed side of a tile: its land and a few signs of it. */
function drawTile(c, x, y, r, land, seed) {
  const next = random(seed);
  const [light, dark] = lands[land];
  c.save();
  c.shadowColor = 'rgb(0 0 0 / .55)';
  c.shadowBlur = 22;
  c.shadowOffsetY = 9;
  hexPath(c, x, y, r);
  c.fillStyle = '#eadfc4';
  c.fill();
  c.restore();
  const ground = c.createLinearGradient(x - r, y - r, x + r, y + r);
  ground.addColorStop(0, light);
  ground.addColorStop(1, dark);
  hexPath(c, x, y, r * 0.92);
  c.fillStyle = ground;
  c.fill();
  c.save();
  hexPath(c, x, y, r * 0.92);
  c.clip();
  for (let n = 0; n < 26; n += 1) {
    const px = x + (next() - 0.5) * r * 1.8;
    const py = y + (next() - 0.5) * r * 1.8;
    const size = r * (0.07 + next() * 0.09);
    c.globalAlpha = 0.55;
    c.fillStyle = n % 2 ? light : dark;
    c.beginPath();
    if (land === 0) {
      c.moveTo(px, py - size * 1.6);
      c.lineTo(px + size, py + size);
      c.lineTo(px - size, py + size);
    } else if (land === 3) {
      c.moveTo(px - size * 1.5, py + size);
      c.lineTo(px, py - size * 1.3);
      c.lineTo(px + size * 1.5, py + size);
    } else if (land === 4) {
      c.ellipse(px, py, size * 2, size * 0.35, 0, 0, Math.PI * 2);
    } else {
      c.ellipse(px, py, size * 0.5, size * 1.2, 0.5, 0, Math.PI * 2);
    }
    c.fill();
  }
  c.restore();
}

const hexAt = (q, r, size) => [size * Math.sqrt(3) * (q + r / 2), size * 1.5 * r];
const island = [];
for (let q = -3; q <= 3; q += 1) {
  for (let r = -2; r <= 2; r += 1) {
    if (Math.abs(q + r) <= 3) island.push([q, r]);
  }
}

function drawMeeple(c, x, y, scale, colour, lift = 0, tilt = 0) {
  c.save();
  c.translate(x + lift * 0.5, y + lift * 0.6 + 10 * scale);
  c.scale(scale, scale);
  c.filter = `blur(${3 + lift / 12}px)`;
  c.fillStyle = `rgb(0 0 0 / ${0.5 - Math.min(0.3, lift / 300)})`;
  c.fill(meeple);
  c.restore();
  c.save();
  c.translate(x, y - lift);
  c.rotate(tilt);
  c.scale(scale, scale);
  c.fillStyle = `color-mix(in oklab, ${colour} 52%, black)`;
  for (let depth = 9; depth > 0; depth -= 1.5) {
    c.save();
    c.translate(depth * 0.45, depth);
    c.fill(meeple);
    c.restore();
  }
  const face = c.createLinearGradient(-40, -50, 30, 50);
  face.addColorStop(0, `color-mix(in oklab, ${colour} 78%, white)`);
  face.addColorStop(0.5, colour);
  face.addColorStop(1, `color-mix(in oklab, ${colour} 84%, black)`);
  c.fillStyle = face;
  c.fill(meeple);
  c.strokeStyle = 'rgb(255 255 255 / .28)';
  c.lineWidth = 1.4;
  c.stroke(meeple);
  c.restore();
}

const pips = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

function drawDie(c, x, y, size, turn, face, lift) {
  c.save();
  c.translate(x + lift * 0.3, y + lift * 0.5 + size * 0.25);
  c.rotate(turn);
  c.filter = 'blur(9px)';
  c.fillStyle = 'rgb(0 0 0 / .5)';
  c.fillRect(-size * 0.55, -size * 0.55, size * 1.1, size * 1.1);
  c.restore();
  c.save();
  c.translate(x, y - lift);
  c.rotate(turn);
  const body = c.createLinearGradient(-size, -size, size, size);
  body.addColorStop(0, '#fffaf0');
  body.addColorStop(1, '#cfc3a9');
  c.fillStyle = '#a89b80';
  c.beginPath();
  c.roundRect(-size / 2 + 3, -size / 2 + 7, size, size, size * 0.2);
  c.fill();
  c.fillStyle = body;
  c.beginPath();
  c.roundRect(-size / 2, -size / 2, size, size, size * 0.2);
  c.fill();
  c.fillStyle = '#12271c';
  for (const [px, py] of pips[face]) {
    c.beginPath();
    c.arc(px * size * 0.27, py * size * 0.27, size * 0.09, 0, Math.PI * 2);
    c.fill();
  }
  c.restore();
}

function lamp(c, width, height, x, y, strength) {
  const light = c.createRadialGradient(x, y, height * 0.1, x, y, height * 1.15);
  light.addColorStop(0, `rgb(255 214 140 / ${strength})`);
  light.addColorStop(0.45, 'rgb(60 40 20 / 0)');
  light.addColorStop(1, 'rgb(4 12 8 / .86)');
  c.fillStyle = light;
  c.fillRect(0, 0, width, height);
}

/** Seen from above: an island of tiles, people of wood who walk on it, dice. `t` runs from 0 to 1 and ends as it began. */
export function table(width, height) {
  const wood = tableTop(width * 1.2, height * 1.2);
  const size = height * 0.132;
  const tiles = canvasOf(width * 1.2, height * 1.2, (c) => {
    c.translate(width * 0.66, height * 0.6);
    const next = random(5);
    island.forEach(([q, r], n) => {
      const [x, y] = hexAt(q, r, size);
      drawTile(c, x, y, size * 0.97, Math.floor(next() * 6), n + 3);
    });
  });
  const walkers = [
    {
      colour: colours.lime,
      way: [
        [0, 0],
        [1, 0],
        [1, -1],
        [0, -1],
      ],
      shift: 0,
    },
    {
      colour: colours.blue,
      way: [
        [-1, 1],
        [-2, 1],
        [-1, 0],
        [-1, 1],
      ],
      shift: 0.35,
    },
    {
      colour: colours.red,
      way: [
        [2, -2],
        [2, -1],
        [3, -2],
        [2, -2],
      ],
      shift: 0.62,
    },
    {
      colour: colours.white,
      way: [
        [0, 2],
        [-1, 2],
        [0, 1],
        [1, 1],
      ],
      shift: 0.8,
    },
  ];
  return (c, t) => {
    const sway = Math.sin(t * Math.PI * 2);
    c.save();
    c.translate(width / 2, height / 2);
    c.scale(1.06 + 0.03 * Math.cos(t * Math.PI * 2), 1.06 + 0.03 * Math.cos(t * Math.PI * 2));
    c.rotate(-0.07 + 0.012 * sway);
    c.translate(-width * 0.6 + sway * 10, -height * 0.6);
    c.drawImage(wood, 0, 0);
    c.drawImage(tiles, 0, 0);
    c.translate(width * 0.66, height * 0.6);
    const standing = walkers.map(({ colour, way, shift }) => {
      const progress = ((t + shift) % 1) * way.length;
      const leg = Math.floor(progress);
      const step = ease(Math.min(1, Math.max(0, (progress - leg) * 2.6 - 0.8)));
      const [x1, y1] = hexAt(...way[leg], size);
      const [x2, y2] = hexAt(...way[(leg + 1) % way.length], size);
      const hop = Math.sin(step * Math.PI);
      return {
        colour,
        x: x1 + (x2 - x1) * step,
        y: y1 + (y2 - y1) * step,
        lift: hop * 46,
        tilt: hop * 0.12 * Math.sign(x2 - x1),
      };
    });
    standing.sort((a, b) => a.y - b.y);
    for (const { colour, x, y, lift, tilt } of standing) drawMeeple(c, x, y, size / 105, colour, lift, tilt);
    const roll = Math.min(1, Math.max(0, (t - 0.1) * 2.4));
    const still = ease(roll);
    const faces = [2, 5, 1, 6, 3, 4, 6];
    const back = t > 0.86 ? ease((t - 0.86) / 0.14) : 0;
    const at = still - back;
    drawDie(
      c,
      -width * 0.5 + at * width * 0.1,
      height * (0.22 + 0.06 * at),
      size * 0.62,
      at * 7 + 0.4,
      faces[Math.min(6, Math.floor(at * 6.99))],
      Math.abs(Math.sin(at * Math.PI * 3)) * 40 * (1 - at),
    );
    drawDie(
      c,
      -width * 0.42 + at * width * 0.1,
      height * (0.36 - 0.03 * at),
      size * 0.62,
      -at * 6 + 0.9,
      faces[6 - Math.min(6, Math.floor(at * 6.99))],
      Math.abs(Math.sin(at * Math.PI * 2.5)) * 34 * (1 - at),
    );
    c.restore();
    lamp(c, width, height, width * 0.6 + sway * 14, height * 0.42, 0.3);
  };
}

/** Seen from the edge of the table: a row of wooden people before the lights of the room. */
export function meeples(width, height) {
  const next = random(23);
  const lights = Array.from({ length: 34 }, () => ({
    x: next() * width,
    y: next() * height * 0.62,
    r: 10 + next() ** 2 * 62,
    hue: next() > 0.4 ? 42 + next() * 14 : 95 + next() * 40,
    beat: next(),
  }));
  const row = [
    colours.wood,
    colours.blue,
    colours.lime,
    colours.red,
    colours.white,
    colours.orange,
    colours.lime,
  ];
  const board = canvasOf(width, height, (c) => {
    const wood = tableTop(width, height * 0.5);
    c.drawImage(wood, 0, height * 0.64);
    const fade = c.createLinearGradient(0, height * 0.62, 0, height);
    fade.addColorStop(0, 'rgb(8 20 14 / .8)');
    fade.addColorStop(0.35, 'rgb(8 20 14 / .1)');
    fade.addColorStop(1, 'rgb(4 8 6 / .55)');
    c.fillStyle = fade;
    c.fillRect(0, height * 0.62, width, height * 0.38);
  });
  return (c, t) => {
    const room = c.createLinearGradient(0, 0, 0, height);
    room.addColorStop(0, '#0b1a13');
    room.addColorStop(0.62, '#1c3626');
    room.addColorStop(1, '#0b1510');
    c.fillStyle = room;
    c.fillRect(0, 0, width, height);
    const drift = Math.sin(t * Math.PI * 2) * 18;
    for (const { x, y, r, hue, beat } of lights) {
      const glow = 0.16 + 0.1 * Math.sin((t + beat) * Math.PI * 2);
      const spot = c.createRadialGradient(x + drift, y, 0, x + drift, y, r);
      spot.addColorStop(0, `hsl(${hue} 90% 72% / ${glow})`);
      spot.addColorStop(0.78, `hsl(${hue} 90% 62% / ${glow * 0.8})`);
      spot.addColorStop(1, `hsl(${hue} 90% 60% / 0)`);
      c.fillStyle = spot;
      c.beginPath();
      c.arc(x + drift, y, r, 0, Math.PI * 2);
      c.fill();
    }
    c.drawImage(board, 0, 0);
    row.forEach((colour, n) => {
      const wave = Math.max(0, Math.sin((t - n * 0.09) * Math.PI * 2));
      const x = width * (0.1 + n * 0.135) - drift * 1.6;
      const y = height * (0.7 + (n % 2) * 0.035);
      const scale = (height / 330) * (1 + (n % 2) * 0.14);
      c.save();
      c.translate(x, y + 54 * scale);
      c.scale(1, -0.35);
      c.globalAlpha = 0.16;
      c.filter = 'blur(5px)';
      c.scale(scale, scale);
      c.translate(0, -50);
      c.fillStyle = colour;
      c.fill(meeple);
      c.restore();
      drawMeeple(
        c,
        x,
        y,
        scale,
        colour,
        wave ** 3 * height * 0.09,
        Math.sin((t - n * 0.09) * Math.PI * 4) * 0.03 * wave,
      );
    });
    lamp(c, width, height, width * 0.5, height * 0.3, 0.1);
  };
}
