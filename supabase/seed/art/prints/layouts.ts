import { area, dot, type Inks, put, rect, ring, star, stroke, times } from '../ink.ts';
import { boundsOf, type FaceName, setBlock, setLine, setRound } from '../lettering.ts';
import { type MotifName, motif } from '../motifs/all-motifs.ts';

/** A print as drawn: an SVG fragment in a sheet of its own. */
export interface Artwork {
  readonly fragment: string;
  readonly width: number;
  readonly height: number;
}

/** How a print is built; each of its kinds is one layout below. */
export type PrintDesign =
  | {
      readonly kind: 'stack';
      readonly lines: readonly string[];
      readonly face: FaceName;
      readonly foot?: string;
    }
  | {
      readonly kind: 'poster';
      readonly motif: MotifName;
      readonly title: string;
      readonly face: FaceName;
      readonly foot?: string;
    }
  | {
      readonly kind: 'badge';
      readonly motif: MotifName;
      readonly top: string;
      readonly bottom: string;
      readonly face?: FaceName;
    }
  | {
      readonly kind: 'arched';
      readonly title: string;
      readonly face: FaceName;
      readonly motif: MotifName;
      readonly foot?: string;
    }
  | { readonly kind: 'echo'; readonly text: string; readonly face: FaceName; readonly rows: number }
  | { readonly kind: 'framed'; readonly motif: MotifName; readonly caption: string; readonly face: FaceName }
  | { readonly kind: 'bare'; readonly motif: MotifName }
  | { readonly kind: 'number'; readonly number: string; readonly text: string; readonly face: FaceName }
  | { readonly kind: 'shadow'; readonly text: string; readonly face: FaceName; readonly foot?: string }
  | { readonly kind: 'sliced'; readonly text: string; readonly face: FaceName; readonly foot?: string }
  | {
      readonly kind: 'label';
      readonly title: string;
      readonly rows: readonly string[];
      readonly motif: MotifName;
    }
  | {
      readonly kind: 'arabic';
      readonly word: string;
      readonly face: 'lalezar' | 'ruqaa';
      readonly latin: string;
      readonly motif?: MotifName;
    }
  | {
      readonly kind: 'tiles';
      readonly motif: MotifName;
      readonly columns: number;
      readonly rows: number;
      readonly foot?: string;
    }
  | { readonly kind: 'spine'; readonly text: string; readonly face: FaceName; readonly motif: MotifName }
  | { readonly kind: 'script'; readonly text: string; readonly face: FaceName; readonly under: string };

type Kind<K extends PrintDesign['kind']> = Extract<PrintDesign, { kind: K }>;

const small = (text: string, y: number, color: string, width = 560, face: FaceName = 'mono'): string =>
  area(setBlock(face, text, { top: y, width, tallest: 30, tracking: 0.12 }).d, color);

function stack({ lines, face, foot }: Kind<'stack'>, { a, b }: Inks): Artwork {
  let y = 0;
  let fragment = '';
  for (const [i, text] of lines.entries()) {
    const set = setBlock(face, text, { top: y, width: 1000, tallest: lines.length === 1 ? 900 : 420 });
    fragment += area(set.d, i % 3 === 1 ? b : a);
    y += set.height + 34;
  }
  if (foot) {
    fragment += small(foot, y + 10, a, 1000);
    y += 66;
  }
  return { fragment, width: 1000, height: y };
}

function poster({ motif: name, title, face, foot }: Kind<'poster'>, inks: Inks): Artwork {
  const set = setBlock(face, title, { top: 840, width: 960, tallest: 230 });
  const end = 840 + set.height;
  return {
    fragment:
      put(motif(name)(inks), 500, 400, 3.9) +
      area(set.d, inks.a) +
      (foot ? small(foot, end + 36, inks.b, 760) : ''),
    width: 1000,
    height: end + (foot ? 74 : 10),
  };
}

function badge({ motif: name, top, bottom, face = 'anton' }: Kind<'badge'>, inks: Inks): Artwork {
  const size = Math.min(96, 1500 / Math.max(top.length, 12));
  const lower = Math.min(72, 1250 / Math.max(bottom.length, 12));
  return {
    fragment:
      ring(500, 500, 486, inks.a, 12) +
      ring(500, 500, 318, inks.a, 6) +
      area(setRound(face, top, { cx: 500, cy: 500, r: 368, size, middle: -90, tracking: 0.06 }), inks.a) +
      area(
        setRound(face, bottom, {
          cx: 500,
          cy: 500,
          r: 368 + lower * 0.72,
          size: lower,
          middle: 90,
          tracking: 0.06,
          inward: true,
        }),
        inks.b,
      ) +
      put(area(star(5, 34, 14), inks.c), 98, 500) +
      put(area(star(5, 34, 14), inks.c), 902, 500) +
      put(motif(name)(inks), 500, 500, 2.35),
    width: 1000,
    height: 1000,
  };
}

function arched({ title, face, motif: name, foot }: Kind<'arched'>, inks: Inks): Artwork {
  const set = setBlock(face, title, { top: 0, width: 1000, tallest: 330, arch: 150 });
  const middle = set.height + 250;
  return {
    fragment:
      area(set.d, inks.a) +
      put(motif(name)(inks), 500, middle, 2.7) +
      (foot
        ? area(
            setBlock('archivo', foot, { top: middle + 310, width: 700, tallest: 58, tracking: 0.08 }).d,
            inks.b,
          )
        : ''),
    width: 1000,
    height: middle + (foot ? 380 : 300),
  };
}

function echo({ text, face, rows }: Kind<'echo'>, { a, b }: Inks): Artwork {
  const one = setBlock(face, text, { top: 0, width: 990, tallest: 400 });
  const step = one.height + 26;
  const lines = times(rows, (i) => {
    const { d } = setBlock(face, text, { top: i * step, width: 990, tallest: 400 });
    return i === Math.floor(rows / 2)
      ? area(d, b)
      : stroke(d, a, 5, ` opacity="${i === 0 || i === rows - 1 ? 0.75 : 1}"`);
  });
  return { fragment: lines, width: 1000, height: step * rows };
}

function framed({ motif: name, caption, face }: Kind<'framed'>, inks: Inks): Artwork {
  const { d } = setBlock(face, caption, { top: 1022, width: 820, tallest: 96 });
  return {
    fragment:
      rect(0, 0, 1000, 1160, inks.c) +
      rect(36, 36, 928, 928, inks.ground) +
      `<svg x="36" y="36" width="928" height="928" viewBox="-122 -122 244 244">${motif(name)({ ...inks, c: inks.c })}</svg>` +
      area(d, inks.ground),
    width: 1000,
    height: 1160,
  };
}

const bare = ({ motif: name }: Kind<'bare'>, inks: Inks): Artwork => ({
  fragment: put(motif(name)(inks), 500, 500, 4.9),
  width: 1000,
  height: 1000,
});

function number({ number: figure, text, face }: Kind<'number'>, { a, b, c }: Inks): Artwork {
  const top = setBlock('archivo', text, { top: 0, width: 1000, tallest: 130, tracking: 0.04 });
  const low = setBlock(face, figure, { top: top.height + 50, width: 1000, tallest: 900 });
  const box = boundsOf(low.d);
  const stripes = times(5, (i) =>
    rect(box.x - 20, box.y + box.height * (0.52 + i * 0.1), box.width + 40, 12 + i * 7, c),
  );
  return {
    fragment: `<clipPath id="figure"><path d="${low.d}"/></clipPath>${area(top.d, b)}${area(low.d, a)}<g clip-path="url(#figure)">${stripes}</g>`,
    width: 1000,
    height: box.y + box.height,
  };
}

function shadow({ text, face, foot }: Kind<'shadow'>, { a, b, c }: Inks): Artwork {
  const words = text.split(' / ');
  let y = 0;
  let fragment = '';
  for (const word of words) {
    const set = setBlock(face, word, { top: y, width: 940, tallest: 460 });
    for (let i = 7; i > 0; i--)
      fragment += `<g transform="translate(${i * 6} ${i * 6})">${area(set.d, i > 3 ? c : b)}</g>`;
    fragment += area(set.d, a);
    y += set.height + 70;
  }
  return {
    fragment: fragment + (foot ? small(foot, y + 10, b, 860) : ''),
    width: 1000,
    height: y + (foot ? 54 : 0),
  };
}

function sliced({ text, face, foot }: Kind<'sliced'>, { a, b, c }: Inks): Artwork {
  const set = setBlock(face, text, { top: 40, width: 900, tallest: 620 });
  const cuts = 7;
  const band = (set.height + 4) / cuts;
  const offsets = [0, 30, -18, 12, -32, 20, 0];
  const slices = times(cuts, (i) => {
    const id = `cut-${i}`;
    const x = offsets[i] ?? 0;
    return (
      `<clipPath id="${id}"><rect x="-100" y="${40 + i * band}" width="1200" height="${band - 3}"/></clipPath>` +
      `<g clip-path="url(#${id})"><g transform="translate(${x} 0)">${x ? `<g transform="translate(9 0)">${area(set.d, c)}</g><g transform="translate(-9 0)">${area(set.d, b)}</g>` : ''}${area(set.d, a)}</g></g>`
    );
  });
  return {
    fragment: slices + (foot ? small(foot, set.height + 80, a, 900) : ''),
    width: 1000,
    height: set.height + (foot ? 130 : 60),
  };
}

function label({ title, rows, motif: name }: Kind<'label'>, inks: Inks): Artwork {
  const { a, b } = inks;
  const head = setBlock('krona', title, { x: 500, top: 60, width: 880, tallest: 150 });
  const y = 60 + head.height + 60;
  return {
    fragment:
      stroke(`M8 8H992V${y + rows.length * 76 + 330}H8Z`, a, 10) +
      area(head.d, a) +
      rect(8, y - 16, 984, 8, a) +
      rows
        .map((row, i) =>
          area(
            setLine('mono', row, { x: 60, y: y + 60 + i * 72, size: 46, anchor: 'start' }).d,
            i === 0 ? b : a,
          ),
        )
        .join('') +
      rect(8, y + rows.length * 76 + 18, 984, 8, a) +
      `<svg x="50" y="${y + rows.length * 76 + 46}" width="260" height="260" viewBox="-104 -104 208 208">${motif(name)(inks)}</svg>` +
      `<svg x="360" y="${y + rows.length * 76 + 60}" width="590" height="230" viewBox="-100 -64 200 134" preserveAspectRatio="none">${motif('barcode')(inks)}</svg>`,
    width: 1000,
    height: y + rows.length * 76 + 340,
  };
}

function arabic({ word, face, latin, motif: name }: Kind<'arabic'>, inks: Inks): Artwork {
  const offset = name ? 560 : 0;
  const set = setBlock(face, word, { top: offset, width: 980, tallest: 520 });
  return {
    fragment:
      (name ? put(motif(name)(inks), 500, 260, 2.5) : '') +
      area(set.d, inks.a) +
      small(latin, offset + set.height + 50, inks.b, 620),
    width: 1000,
    height: offset + set.height + 90,
  };
}

function tiles({ motif: name, columns, rows, foot }: Kind<'tiles'>, inks: Inks): Artwork {
  const size = 1000 / columns;
  const swaps: Inks[] = [inks, { ...inks, a: inks.b, b: inks.a }, { ...inks, a: inks.c, c: inks.a }];
  const grid = times(rows * columns, (i) => {
    const row = Math.floor(i / columns);
    const column = i % columns;
    return put(
      motif(name)(swaps[(row + column) % 3] ?? inks),
      (column + 0.5) * size,
      (row + 0.5) * size,
      size / 250,
    );
  });
  const height = size * rows;
  return {
    fragment: grid + (foot ? small(foot, height + 20, inks.a, 900) : ''),
    width: 1000,
    height: height + (foot ? 60 : 0),
  };
}

function spine({ text, face, motif: name }: Kind<'spine'>, inks: Inks): Artwork {
  const { d } = setBlock(face, text, { x: 0, top: 0, width: 1180, tallest: 300 });
  const { height } = boundsOf(d);
  return {
    fragment:
      `<g transform="translate(${30 + height} 620) rotate(-90) translate(0 ${-height})">${area(d, inks.a)}</g>` +
      `<svg x="${height + 90}" y="330" width="${900 - height}" height="580" viewBox="-106 -106 212 212">${motif(name)(inks)}</svg>` +
      rect(height + 90, 40, 900 - height, 10, inks.b) +
      rect(height + 90, 1190, 900 - height, 10, inks.b),
    width: 1000,
    height: 1240,
  };
}

function script({ text, face, under }: Kind<'script'>, { a, b }: Inks): Artwork {
  const set = setBlock(face, text, { top: 0, width: 1000, tallest: 480 });
  return {
    fragment:
      area(set.d, a) +
      stroke(
        `M120 ${set.height + 50}C340 ${set.height + 10} 640 ${set.height + 84} 900 ${set.height + 30}`,
        b,
        16,
      ) +
      area(
        setBlock('archivo', under, { top: set.height + 92, width: 640, tallest: 52, tracking: 0.16 }).d,
        b,
      ) +
      dot(80, set.height + 56, 12, b),
    width: 1000,
    height: set.height + 150,
  };
}

/** Draws a print in the given inks. */
export function drawPrint(design: PrintDesign, inks: Inks): Artwork {
  switch (design.kind) {
    case 'stack':
      return stack(design, inks);
    case 'poster':
      return poster(design, inks);
    case 'badge':
      return badge(design, inks);
    case 'arched':
      return arched(design, inks);
    case 'echo':
      return echo(design, inks);
    case 'framed':
      return framed(design, inks);
    case 'bare':
      return bare(design, inks);
    case 'number':
      return number(design, inks);
    case 'shadow':
      return shadow(design, inks);
    case 'sliced':
      return sliced(design, inks);
    case 'label':
      return label(design, inks);
    case 'arabic':
      return arabic(design, inks);
    case 'tiles':
      return tiles(design, inks);
    case 'spine':
      return spine(design, inks);
    case 'script':
      return script(design, inks);
  }
}
