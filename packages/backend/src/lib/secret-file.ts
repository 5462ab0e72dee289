import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifThere, syncFolder } from './files.ts';

/** Suffix of a file being written. */
const PARTIAL = /^\.[0-9a-f]{12}$/;

/** A kind of secret: how to create one, and how to recognize a complete one. */
export interface SecretKind {
  make(): string | Promise<string>;
  isWhole(text: string): boolean;
}

/** A random string of letters, digits, `-` and `_`. */
export function randomText(bytes: number): SecretKind {
  const whole = new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}\\s*$`);
  return {
    make: () => randomBytes(bytes).toString('base64url'),
    isWhole: (text) => whole.test(text),
  };
}

/** A JSON object with the named string fields. */
export function jsonText(make: SecretKind['make'], fields: readonly string[]): SecretKind {
  return {
    make,
    isWhole(text) {
      try {
        const value: Record<string, unknown> | null = JSON.parse(text);
        return fields.every((field) => typeof value?.[field] === 'string' && value[field] !== '');
      } catch {
        return false;
      }
    },
  };
}

/**
 * Reads a secret from an owner-only file, creating it when missing. Concurrent processes get the same secret,
 * and a crash leaves no partial file.
 * @throws Error that names an empty or truncated file: a guessable secret must not protect anything
 */
export async function secretFile(path: string, { make, isWhole }: SecretKind): Promise<string> {
  const existing = await ifThere(readFile(path, 'utf8'));
  if (existing === undefined) await create(path, await make());
  await removePartials(path);
  const secret = existing ?? (await readFile(path, 'utf8'));
  if (isWhole(secret)) return secret;
  throw new Error(
    `${path} is empty or cut off. Put it back from a backup; where there is none, delete it, and a new one is made.`,
  );
}

async function create(path: string, secret: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  await writeSecret(partial, secret);
  await link(partial, path).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster, and may have removed this one's file.
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
  });
  await syncFolder(dirname(path));
}

/** Writes a new owner-only file, complete on disk when this resolves. */
export async function writeSecret(path: string, secret: string | Uint8Array): Promise<void> {
  await writeFile(path, secret, { mode: 0o600, flag: 'wx', flush: true });
  await syncFolder(dirname(path));
}

/** Removes partial files of this process and of killed ones. */
async function removePartials(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const file of await readdir(folder)) {
    if (file.startsWith(name) && PARTIAL.test(file.slice(name.length)))
      await rm(join(folder, file), { force: true });
  }
}
