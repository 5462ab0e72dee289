import sharp from 'sharp';

/** A single-color photo in the format of its name's extension. */
export async function photo(name: string, background: string) {
  const taken = sharp({ create: { width: 1200, height: 900, channels: 3, background } });
  const isJpeg = name.endsWith('jpg');
  const buffer = await (isJpeg ? taken.jpeg() : taken.png()).toBuffer();
  return { name, mimeType: isJpeg ? 'image/jpeg' : 'image/png', buffer };
}
