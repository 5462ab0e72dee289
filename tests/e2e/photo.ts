import sharp from 'sharp';

/** A picture of one color as a camera takes it, by the ending of its name. */
export async function photo(name: string, background: string) {
  const taken = sharp({ create: { width: 1200, height: 900, channels: 3, background } });
  const isJpeg = name.endsWith('jpg');
  const buffer = await (isJpeg ? taken.jpeg() : taken.png()).toBuffer();
  return { name, mimeType: isJpeg ? 'image/jpeg' : 'image/png', buffer };
}
