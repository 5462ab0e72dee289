import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Proves knowledge of a password to the server without telling it (SCRAM-SHA-256, RFC 7677), and the server to us. */
export class Scram {
  static readonly mechanism = 'SCRAM-SHA-256';
  readonly #password: string;
  readonly #nonce = randomBytes(18).toString('base64');
  #serverSignature: Buffer | undefined;

  constructor(password: string) {
    this.#password = password;
  }

  first(): string {
    return `n,,n=,r=${this.#nonce}`;
  }

  /** Answers the server's challenge. */
  async final(challenge: string): Promise<string> {
    const { r: nonce, s: salt, i: iterations } = attributes(challenge);
    if (!nonce?.startsWith(this.#nonce) || !salt || !iterations) {
      throw new Error('The database server sent a wrong challenge');
    }
    const salted = await promisify(pbkdf2)(
      this.#password.normalize('NFKC'),
      Buffer.from(salt, 'base64'),
      Number(iterations),
      32,
      'sha256',
    );
    const withoutProof = `c=biws,r=${nonce}`;
    const conversation = `n=,r=${this.#nonce},${challenge},${withoutProof}`;
    const clientKey = hmac(salted, 'Client Key');
    const signature = hmac(createHash('sha256').update(clientKey).digest(), conversation);
    this.#serverSignature = hmac(hmac(salted, 'Server Key'), conversation);
    const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
    return `${withoutProof},p=${proof.toString('base64')}`;
  }

  /** @throws Error when the server does not know the password either. */
  check(outcome: string): void {
    const given = Buffer.from(attributes(outcome).v ?? '', 'base64');
    const expected = this.#serverSignature;
    if (!expected || given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new Error('The database server could not prove that it knows the password');
    }
  }
}

function attributes(text: string): Record<string, string | undefined> {
  return Object.fromEntries(text.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
