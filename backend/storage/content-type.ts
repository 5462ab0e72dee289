/** How many bytes of an object `sniff` wants to see. */
export const SNIFF_LENGTH = 64;

interface Signature {
  type: string;
  offset?: number;
  bytes: string;
  /** A second piece, for formats whose first bytes are shared. */
  also?: { offset: number; bytes: string };
}

const riff = (type: string, form: string): Signature => ({
  type,
  bytes: 'RIFF',
  also: { offset: 8, bytes: form },
});
const ftyp = (type: string, brand: string): Signature => ({ type, offset: 4, bytes: `ftyp${brand}` });

/** First match wins, so that a brand comes before the family it belongs to. */
const SIGNATURES: readonly Signature[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  riff('image/webp', 'WEBP'),
  ftyp('image/avif', 'avif'),
  ftyp('image/avif', 'avis'),
  ftyp('image/heic', 'heic'),
  ftyp('image/heic', 'heix'),
  ftyp('image/heif', 'mif1'),
  { type: 'image/bmp', bytes: 'BM', also: { offset: 6, bytes: '\0\0\0\0' } },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'image/x-icon', bytes: '\0\0\x01\0' },
  { type: 'application/pdf', bytes: '%PDF-' },
  ftyp('video/quicktime', 'qt  '),
  ftyp('audio/mp4', 'M4A '),
  { type: 'video/mp4', offset: 4, bytes: 'ftyp' },
  ...['moov', 'mdat', 'wide'].map((bytes) => ({ type: 'video/quicktime', offset: 4, bytes })),
  { type: 'video/webm', bytes: '\x1aE\xdf\xa3' },
  { type: 'audio/ogg', bytes: 'OggS' },
  ...['ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2'].map((bytes) => ({ type: 'audio/mpeg', bytes })),
  { type: 'audio/flac', bytes: 'fLaC' },
  riff('audio/wav', 'WAVE'),
  { type: 'font/woff2', bytes: 'wOF2' },
  { type: 'font/woff', bytes: 'wOFF' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/gzip', bytes: '\x1f\x8b' },
];

/** Names that browsers and cameras use for a type above. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/heif': 'image/heic',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'video/x-matroska': 'video/webm',
  'audio/webm': 'video/webm',
  'video/ogg': 'audio/ogg',
  'application/x-gzip': 'application/gzip',
  'application/x-zip-compressed': 'application/zip',
};

/** Formats that a browser runs rather than shows. */
const ACTIVE =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|(text|application)\/xml|(text|application)\/(x-)?(java|ecma)script|[\w.]+\/[\w.]+\+xml)$/;

/** `Image/PNG; charset=x` → `image/png` */
export function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** The format that the first bytes announce, or undefined when they announce none that is known here. */
export function sniff(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return SIGNATURES.find(
    ({ offset = 0, bytes, also }) =>
      text.startsWith(bytes, offset) && (!also || text.startsWith(also.bytes, also.offset)),
  )?.type;
}

/**
 * Whether the bytes are what their content type says. A format with a signature must show it; of all others nothing
 * can be said, and they pass: they are served so that no browser guesses again.
 */
export function matchesContent(contentType: string, head: Uint8Array): boolean {
  const claimed = canonical(essence(contentType));
  if (head.length === 0 || !SIGNED_TYPES.has(claimed)) return true;
  const found = sniff(head);
  return found !== undefined && family(claimed) === family(canonical(found));
}

/**
 * Whether a bucket takes this type.
 * @param allowed entries such as `image/png`, `image/*` or `*`; none means all.
 */
export function isAllowedType(contentType: string, allowed: readonly string[] | null | undefined): boolean {
  if (!allowed || allowed.length === 0) return true;
  const type = essence(contentType);
  return allowed.some((entry) => {
    const pattern = essence(entry);
    if (pattern === '*' || pattern === '*/*' || pattern === type) return true;
    return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
  });
}

/** Whether showing it inside a page's origin could run somebody's script. */
export function isActiveContent(contentType: string): boolean {
  return ACTIVE.test(essence(contentType));
}

const canonical = (type: string) => ALIASES[type] ?? type;
const SIGNED_TYPES = new Set(SIGNATURES.map((signature) => canonical(signature.type)));

/** One container format carries several types: its brand says which was meant first, not which it is only. */
function family(type: string): string {
  if (['video/mp4', 'audio/mp4', 'video/quicktime'].includes(type)) return 'iso media';
  return type === 'image/avif' || type === 'image/heic' ? 'iso picture' : type;
}
