import { fileProblem, type ImageProblem, pixelProblem, storedSize } from './image-rules.ts';

export type ImportedImage = { blob: Blob; width: number; height: number } | { problem: ImageProblem };

/** Validates an image file and re-encodes it, which drops everything but its pixels. */
export async function importImage(file: File): Promise<ImportedImage> {
  const invalidFile = fileProblem(file);
  if (invalidFile) return { problem: invalidFile };
  const decoded = await createImageBitmap(file).catch(() => null);
  if (!decoded) return { problem: 'unreadable' };
  const invalidSize = pixelProblem(decoded.width, decoded.height);
  if (invalidSize) return { problem: invalidSize };
  const { width, height } = storedSize(decoded.width, decoded.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) return { problem: 'unreadable' };
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(decoded, 0, 0, width, height);
  decoded.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92));
  return blob ? { blob, width, height } : { problem: 'unreadable' };
}
