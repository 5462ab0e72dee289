import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { byteRange, isUnchanged, pathOf } from 'embedded-supabase';
import { lookup } from 'mrmime';
import { bestEncoding, type ContentEncoding } from './page.ts';

interface StaticFile {
  type: string;
  etag: string;
  lasting: boolean;
  /** A compressible file is kept only compressed: hardly any client wants it uncompressed. */
  forms: Partial<Record<ContentEncoding, Buffer>>;
}

const suffixes: [ContentEncoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/**
 * Reads client builds into memory, a few megabytes each, so that a running store serves its own build while a new one
 * replaces it on disk.
 * @returns the handler, which returns whether the file exists
 */
export async function staticFiles(folders: readonly string[]) {
  const files = new Map((await Promise.all(folders.map(readFiles))).flatMap((read) => [...read]));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = pathOf(request.url);
    const file = files.get(path);
    if (!file) return false;
    send(file, request, response);
    return true;
  };
}

async function readFiles(folder: string): Promise<Map<string, StaticFile>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  const existing = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    if (suffixes.some(([, suffix]) => name.endsWith(suffix) && existing.has(name.slice(0, -suffix.length))))
      continue;
    const identity = await readFile(folder + name);
    const forms: StaticFile['forms'] = {};
    for (const [encoding, suffix] of suffixes) {
      if (existing.has(name + suffix)) forms[encoding] = await readFile(folder + name + suffix);
    }
    if (!forms.br) forms.identity = identity;
    const path = name.split(sep).join('/');
    files.set(path, {
      type: lookup(path) ?? 'application/octet-stream',
      etag: createHash('sha1').update(identity).digest('base64url').slice(0, 20),
      lasting: path.startsWith('/assets/'),
      forms,
    });
  }
  return files;
}

/** Hashed assets are cached forever, others for an hour. Supports range requests for films and music. */
function send(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const preferred = bestEncoding(request.headers['accept-encoding']);
  const encoding = request.headers.range || !file.forms[preferred] ? 'identity' : preferred;
  const body = file.forms[encoding] ?? brotliDecompressSync(file.forms.br ?? Buffer.alloc(0));
  const etag = `"${file.etag}-${encoding}"`;
  const headers: Record<string, string | number> = {
    'content-type': file.type.startsWith('text/') ? `${file.type}; charset=utf-8` : file.type,
    'cache-control': file.lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    etag,
    vary: 'Accept-Encoding',
    'accept-ranges': 'bytes',
  };
  if (isUnchanged(request.headers, headers)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  const part = byteRange(request.headers.range, body.length);
  if (part === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const bytes = part ? body.subarray(part.start, part.end + 1) : body;
  if (part) headers['content-range'] = `bytes ${part.start}-${part.end}/${body.length}`;
  headers['content-length'] = bytes.length;
  response.writeHead(part ? 206 : 200, headers);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
