/** What an uploaded picture may be. */
export const IMAGE_RULES = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  bytes: 15 * 1024 * 1024,
  /** Shorter side, in pixels. */
  leastSide: 100,
  pixels: 60_000_000,
  /** Longer side after it was drawn anew. */
  keptSide: 4000,
} as const;

export type ImageProblem = 'type' | 'bytes' | 'small' | 'pixels' | 'unreadable';

/** What is wrong with a file before it is opened; null when nothing is. */
export function fileProblem({ type, size }: { type: string; size: number }): ImageProblem | null {
  if (!IMAGE_RULES.types.some((known) => known === type)) return 'type';
  return size > IMAGE_RULES.bytes ? 'bytes' : null;
}

/** What is wrong with a picture's measures in pixels; null when nothing is. */
export function pixelProblem(width: number, height: number): ImageProblem | null {
  if (Math.min(width, height) < IMAGE_RULES.leastSide) return 'small';
  return width * height > IMAGE_RULES.pixels ? 'pixels' : null;
}

/** The measures a picture is kept in: as it is, or smaller so that its longer side fits. */
export function storedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, IMAGE_RULES.keptSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
