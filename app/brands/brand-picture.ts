/** Address under which the server serves the files that stores uploaded for their brand. */
export const brandFilesPath = '/brand-files';

/** What a file of a brand is for. */
export const brandFileUses = ['logo', 'icon', 'music'] as const;
export type BrandFileUse = (typeof brandFileUses)[number];

const types = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp', mp3: 'audio/mpeg' } as const;
export type BrandFileType = (typeof types)[keyof typeof types];

/** The media type of a brand's file, from its path; undefined for other files. */
export function brandFileType(path: string): BrandFileType | undefined {
  const [, extension] = /\.(svg|png|webp|mp3)$/.exec(path) ?? [];
  return types[extension as keyof typeof types];
}

/** The extension of a media type's files. */
export function brandFileExtension(type: BrandFileType): string {
  return Object.entries(types).find(([, one]) => one === type)?.[0] ?? '';
}

/** Width and height that uploaded pictures have in their name, such as `3f0a-640x240.webp`; a square for others. */
export function brandPictureSize(path: string): { width: number; height: number } {
  const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(path) ?? [];
  return { width: Number(width ?? 1), height: Number(height ?? 1) };
}
