/** Requirements for an uploaded image. */
export const IMAGE_RULES = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  bytes: 15 * 1024 * 1024,
  /** Shorter side, in pixels. */
  minSide: 100,
  pixels: 60_000_000,
  /** Longer side after re-encoding, in pixels. */
  maxSide: 4000,
} as const;

export type ImageProblem = 'type' | 'bytes' | 'small' | 'pixels' | 'unreadable';

/** Returns why a file is refused before decoding; null when it is accepted. */
export function fileProblem({ type, size }: { type: string; size: number }): ImageProblem | null {
  if (!IMAGE_RULES.types.some((allowed) => allowed === type)) return 'type';
  return size > IMAGE_RULES.bytes ? 'bytes' : null;
}

/** Returns why an image's dimensions are refused; null when they are accepted. */
export function pixelProblem(width: number, height: number): ImageProblem | null {
  if (Math.min(width, height) < IMAGE_RULES.minSide) return 'small';
  return width * height > IMAGE_RULES.pixels ? 'pixels' : null;
}

/** Returns the stored dimensions: unchanged, or scaled down to the longest side allowed. */
export function storedSize(
  width: number,
  height: number,
  maxSide: number = IMAGE_RULES.maxSide,
): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type ImportedImage = { blob: Blob; width: number; height: number } | { problem: ImageProblem };

/**
 * Validates an image file and re-encodes it, which drops everything but its pixels.
 * @param maxSide longer side of the result, in pixels
 */
export async function importImage(file: File, maxSide: number = IMAGE_RULES.maxSide): Promise<ImportedImage> {
  const invalidFile = fileProblem(file);
  if (invalidFile) return { problem: invalidFile };
  const decoded = await createImageBitmap(file).catch(() => null);
  if (!decoded) return { problem: 'unreadable' };
  const invalidSize = pixelProblem(decoded.width, decoded.height);
  if (invalidSize) return { problem: invalidSize };
  const { width, height } = storedSize(decoded.width, decoded.height, maxSide);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return { problem: 'unreadable' };
  context.imageSmoothingQuality = 'high';
  context.drawImage(decoded, 0, 0, width, height);
  decoded.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92));
  return blob ? { blob, width, height } : { problem: 'unreadable' };
}
