import sharp from 'sharp';
import type { BrandFileType, BrandFileUse } from '../../app/brands/brand-picture.ts';
import { BrandFileProblem } from './brand-file-problem.ts';
import { cleanSvg } from './clean-svg.ts';

/** A checked file, and for pictures its size in pixels. */
export interface BrandFile {
  bytes: Buffer<ArrayBuffer>;
  type: BrandFileType;
  size?: { width: number; height: number };
}

const KILOBYTE = 1024;
/** Maximum sizes of what is uploaded, in bytes. */
export const largestUpload = 8 * KILOBYTE * KILOBYTE;
const largestSvg = 512 * KILOBYTE;
const largestMusic = 5 * KILOBYTE * KILOBYTE;
const mostPixels = 50_000_000;
/** Largest sides of stored pictures in pixels: several times what pages, papers and shared links show. */
const logoSides = { width: 960, height: 320 };
const iconSide = 512;
/** An SVG that takes longer than these seconds to draw is refused. */
const patience = 5;

/** First bytes of JPEG, PNG and WebP, and of MP3 with and without a tag. */
const rasters = /^(?:\xff\xd8\xff|\x89PNG\r\n.\n|RIFF.{4}WEBP)/s;
const mp3 = /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/;

/**
 * Checks a file for a store's brand and makes it safe and small: an SVG keeps only what draws it, another picture becomes
 * WebP, or PNG as an icon, which all browsers show in their tabs. Music stays as it is.
 * @throws BrandFileProblem
 */
export async function makeBrandFile(use: BrandFileUse, bytes: Buffer): Promise<BrandFile> {
  if (use === 'music') return musicFile(bytes);
  if (rasters.test(bytes.toString('latin1', 0, 16))) return rasterFile(use, bytes);
  return svgFile(bytes);
}

function musicFile(bytes: Buffer): BrandFile {
  if (bytes.length > largestMusic) throw new BrandFileProblem('tooLarge');
  if (!mp3.test(bytes.toString('latin1', 0, 4))) throw new BrandFileProblem('notMusic');
  return { bytes: Buffer.from(bytes), type: 'audio/mpeg' };
}

async function svgFile(bytes: Buffer): Promise<BrandFile> {
  if (bytes.length > largestSvg) throw new BrandFileProblem('tooLarge');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BrandFileProblem('notPicture');
  }
  if (!/<svg[\s>]/i.test(text)) throw new BrandFileProblem('notPicture');
  const svg = Buffer.from(cleanSvg(text));
  // Drawn once, so that what only some browsers forgive is found here.
  const { width, height } = await sharp(svg, { limitInputPixels: mostPixels })
    .resize({ ...logoSides, fit: 'inside' })
    .timeout({ seconds: patience })
    .png()
    .toBuffer({ resolveWithObject: true })
    .then(({ info }) => info, refuseBroken);
  return { bytes: svg, type: 'image/svg+xml', size: { width, height } };
}

async function rasterFile(use: 'logo' | 'icon', bytes: Buffer): Promise<BrandFile> {
  const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  if (isAnimatedPng(bytes)) throw new BrandFileProblem('animated');
  const { pages = 1 } = await source.metadata().catch(refuseBroken);
  if (pages > 1) throw new BrandFileProblem('animated');
  const upright = source.autoOrient();
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn =
    use === 'icon'
      ? upright.resize({ width: iconSide, height: iconSide, fit: 'contain', background: transparent }).png()
      : upright
          .resize({ ...logoSides, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 90, alphaQuality: 100 });
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true }).catch(refuseBroken);
  return {
    bytes: data,
    type: use === 'icon' ? 'image/png' : 'image/webp',
    size: { width: info.width, height: info.height },
  };
}

/** An animated PNG says so before its first picture. */
function isAnimatedPng(bytes: Buffer): boolean {
  const head = bytes.subarray(0, Math.max(bytes.indexOf('IDAT'), 0));
  return bytes.toString('latin1', 1, 4) === 'PNG' && head.includes('acTL');
}

function refuseBroken(): never {
  throw new BrandFileProblem('notPicture');
}
