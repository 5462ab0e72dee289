import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseAddress } from './database-address.ts';
import { randomText, secretFile } from './secret-file.ts';

/** Derived, so that all processes on a database get the same password. */
export async function passwordOfAuthenticator(address: DatabaseAddress, dataDir: string): Promise<string> {
  if (address.password)
    return createHmac('sha256', address.password).update('authenticator').digest('base64url');
  return secretFile(join(dataDir, 'authenticator.password'), randomText(24));
}
