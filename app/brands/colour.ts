/** A colour in OKLCH: lightness 0–1, chroma from 0, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

type Triple = [number, number, number];

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function channels(hex: string): Triple {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new Error(`Not a six-digit hex colour: ${hex}`);
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((pair) => Number.parseInt(pair, 16) / 255);
  return [red, green, blue];
}

/** Reads a six-digit hex colour; throws on anything else. */
export function fromHex(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as Triple;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const h = (Math.atan2(bb, a) * 180) / Math.PI;
  return { l, c: Math.hypot(a, bb), h: h < 0 ? h + 360 : h };
}

function toLinearRgb({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const fits = (rgb: Triple) => rgb.every((value) => value >= -0.0005 && value <= 1.0005);

/** Six-digit hex of a colour; chroma gives way until the colour exists in sRGB. */
export function toHex({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l));
  let low = 0;
  let high = c;
  if (!fits(toLinearRgb({ l: lightness, c, h }))) {
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      if (fits(toLinearRgb({ l: lightness, c: middle, h }))) low = middle;
      else high = middle;
    }
  } else low = c;
  const digits = toLinearRgb({ l: lightness, c: low, h }).map((value) => {
    const byte = Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio of two hex colours, 1–21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The colour nearest to `from` in lightness that reaches `ratio` against every ground, looking towards the lighter or
 * darker end; hue stays and chroma stays as far as sRGB allows. Without such a colour, the end itself (black or white).
 */
export function shadeAgainst(
  from: Oklch,
  grounds: string[],
  ratio: number,
  towards: 'light' | 'dark',
): string {
  const step = towards === 'light' ? 0.004 : -0.004;
  for (let l = from.l; l >= 0 && l <= 1; l += step) {
    const hex = toHex({ ...from, l });
    if (grounds.every((ground) => contrast(hex, ground) >= ratio)) return hex;
  }
  return towards === 'light' ? '#ffffff' : '#000000';
}
