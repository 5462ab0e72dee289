import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = process.argv[2] ?? 'build/client';
const compressible = /\.(js|css|svg|json|txt|xml|webmanifest)$/;
const smallest = 1024;

// Compressed once per build at the highest quality.
const files = (await readdir(folder, { recursive: true })).filter((file) => compressible.test(file));
await Promise.all(
  files.map(async (file) => {
    const path = join(folder, file);
    const bytes = await readFile(path);
    if (bytes.length < smallest) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }),
);
