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
export function storedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, IMAGE_RULES.maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
