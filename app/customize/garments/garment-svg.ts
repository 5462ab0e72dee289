import { SHEET, type Shade, type Sweep, type Template, type Trim } from './template.ts';

const BLURS = { fine: 2.2, mid: 8, soft: 22 } as const;

function sweepMarkup(sweep: Sweep, id: string): string {
  const color = sweep.tone === 'dark' ? '#000' : '#fff';
  const stops = sweep.stops.map(
    ([o, a]) => `<stop offset="${o}" stop-color="${color}" stop-opacity="${a}"/>`,
  );
  const [x1, y1] = sweep.from;
  const [x2, y2] = sweep.to;
  return (
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">` +
    `${stops.join('')}</linearGradient><path d="${sweep.d}" fill="url(#${id})"/>`
  );
}

function shadeMarkup(shade: Shade): string {
  const color = shade.tone === 'dark' ? '#000' : '#fff';
  if (shade.stroke === undefined) return `<path d="${shade.d}" fill="${color}" opacity="${shade.opacity}"/>`;
  const dash = shade.dash ? ` stroke-dasharray="${shade.dash}"` : '';
  return `<path d="${shade.d}" fill="none" stroke="${color}" stroke-width="${shade.stroke}" stroke-linecap="round" opacity="${shade.opacity}"${dash}/>`;
}

function trimMarkup(trim: Trim): string {
  const stroke = trim.stroke
    ? ` stroke="${trim.stroke}" stroke-width="${trim.width ?? 1}" stroke-linecap="round"${trim.dash ? ` stroke-dasharray="${trim.dash}"` : ''}`
    : '';
  return `<path d="${trim.d}" fill="${trim.fill ?? 'none'}"${stroke} opacity="${trim.opacity ?? 1}"/>`;
}

/** The cloth itself in one colour: what a print lies on. An SVG fragment. */
export function clothMarkup(template: Template, hex: string): string {
  return template.pieces
    .map(({ d, depth = 0 }) => {
      const shadow = depth > 0 ? `<path d="${d}" fill="#000" opacity="${depth}"/>` : '';
      return `<path d="${d}" fill="${hex}" stroke="${hex}" stroke-width=".8"/>${shadow}`;
    })
    .join('');
}

/** The kinds of shading from the broadest to the finest: `broad` is the sweep of light over the whole garment. */
export const SOFTNESSES = ['broad', 'soft', 'mid', 'fine', 'crisp'] as const;

export type Softness = (typeof SOFTNESSES)[number];

/** The bare shapes of one kind of shading, neither blurred nor cut to the garment. An SVG fragment. */
export function shadesMarkup(
  template: Template,
  tone: 'dark' | 'light',
  softness: Softness,
  prefix: string,
): string {
  if (softness === 'broad') {
    return template.sweeps
      .filter((sweep) => sweep.tone === tone)
      .map((sweep, i) => sweepMarkup(sweep, `${prefix}-${tone}-${i}`))
      .join('');
  }
  return template.shades
    .filter((shade) => shade.tone === tone && shade.blur === softness)
    .map(shadeMarkup)
    .join('');
}

/** The shading of one tone, to be laid over cloth and print. An SVG fragment with its own definitions. */
export function shadingMarkup(template: Template, tone: 'dark' | 'light', prefix: string): string {
  const clip = `${prefix}-clip`;
  const outline = template.pieces.map(({ d }) => `<path d="${d}"/>`).join('');
  const layers = SOFTNESSES.map((softness) => {
    const body = shadesMarkup(template, tone, softness, prefix);
    if (body === '' || softness === 'broad' || softness === 'crisp') return body;
    const id = `${prefix}-${tone}-${softness}`;
    return (
      `<filter id="${id}" filterUnits="userSpaceOnUse" x="0" y="0" width="${SHEET}" height="${SHEET}" color-interpolation-filters="sRGB">` +
      `<feGaussianBlur stdDeviation="${BLURS[softness]}"/></filter><g filter="url(#${id})">${body}</g>`
    );
  });
  return `<clipPath id="${clip}">${outline}</clipPath><g clip-path="url(#${clip})">${layers.join('')}</g>`;
}

/** Buttons, zips and the like, on top of everything. An SVG fragment. */
export function trimsMarkup(template: Template): string {
  return template.trims.map(trimMarkup).join('');
}

/** A soft shadow on the ground behind the garment. An SVG fragment. */
export function groundShadowMarkup(template: Template, prefix: string): string {
  const outline = template.pieces.map(({ d }) => `<path d="${d}"/>`).join('');
  return (
    `<filter id="${prefix}-ground" filterUnits="userSpaceOnUse" x="0" y="0" width="${SHEET}" height="${SHEET}">` +
    `<feGaussianBlur stdDeviation="14"/></filter><g filter="url(#${prefix}-ground)" opacity=".28" transform="translate(7 14)">${outline}</g>`
  );
}
