import type { Parameter } from '../db.ts';

/** Letters of the messages that a client sends. */
const BIND = 0x42;
const CLOSE = 0x43;
const DESCRIBE = 0x44;
const EXECUTE = 0x45;
const PARSE = 0x50;
const QUERY = 0x51;
const SYNC = 0x53;
const TERMINATE = 0x58;
const PASSWORD = 0x70;

const STATEMENT = 0x53;
const PROTOCOL_3 = 196_608;
const SSL_REQUEST = 80_877_103;
const NULL_LENGTH = -1;
const TEXT = 0;
const BINARY = 1;

/** Puts messages of PostgreSQL's protocol (version 3) one after the other into one piece of memory. */
export class WireWriter {
  #buffer = Buffer.allocUnsafe(4_096);
  #length = 0;

  /** All messages since the last time; they are the caller's own. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = this.#buffer.subarray(this.#length);
    this.#length = 0;
    if (this.#buffer.length < 2_048) this.#buffer = Buffer.allocUnsafe(16_384);
    return bytes;
  }

  sslRequest(): void {
    this.#room(8);
    this.#int32(8);
    this.#int32(SSL_REQUEST);
  }

  startup(settings: Readonly<Record<string, string>>): void {
    const start = this.#begin();
    this.#int32(PROTOCOL_3);
    for (const [name, value] of Object.entries(settings)) {
      this.#text(name);
      this.#text(value);
    }
    this.#room(1);
    this.#byte(0);
    this.#end(start);
  }

  password(text: string): void {
    const start = this.#begin(PASSWORD);
    this.#text(text);
    this.#end(start);
  }

  saslInitial(mechanism: string, response: string): void {
    const start = this.#begin(PASSWORD);
    this.#text(mechanism);
    this.#value(response);
    this.#end(start);
  }

  saslResponse(response: string): void {
    const start = this.#begin(PASSWORD);
    this.#bytes(Buffer.from(response));
    this.#end(start);
  }

  /** A statement without parameters, at once. */
  query(text: string): void {
    const start = this.#begin(QUERY);
    this.#text(text);
    this.#end(start);
  }

  parse(name: string, text: string): void {
    const start = this.#begin(PARSE);
    this.#text(name);
    this.#text(text);
    this.#room(2);
    this.#int16(0);
    this.#end(start);
  }

  describeStatement(name: string): void {
    const start = this.#begin(DESCRIBE);
    this.#room(1);
    this.#byte(STATEMENT);
    this.#text(name);
    this.#end(start);
  }

  /** Values go as text, whose type follows from the statement; bytes go as they are. */
  bind(name: string, parameters: readonly Parameter[]): void {
    const start = this.#begin(BIND);
    this.#text('');
    this.#text(name);
    this.#room(4 + parameters.length * 2);
    this.#int16(parameters.length);
    for (const value of parameters) this.#int16(value instanceof Uint8Array ? BINARY : TEXT);
    this.#int16(parameters.length);
    for (const value of parameters) this.#parameter(value);
    this.#room(2);
    this.#int16(0);
    this.#end(start);
  }

  execute(): void {
    const start = this.#begin(EXECUTE);
    this.#text('');
    this.#room(4);
    this.#int32(0);
    this.#end(start);
  }

  closeStatement(name: string): void {
    const start = this.#begin(CLOSE);
    this.#room(1);
    this.#byte(STATEMENT);
    this.#text(name);
    this.#end(start);
  }

  sync(): void {
    this.#end(this.#begin(SYNC));
  }

  terminate(): void {
    this.#end(this.#begin(TERMINATE));
  }

  #parameter(value: Parameter): void {
    if (value === null) {
      this.#room(4);
      this.#int32(NULL_LENGTH);
    } else if (typeof value === 'string') this.#value(value);
    else if (value instanceof Uint8Array) {
      this.#room(4);
      this.#int32(value.byteLength);
      this.#bytes(value);
    } else this.#value(typeof value === 'object' ? arrayLiteral(value) : String(value));
  }

  #begin(letter?: number): number {
    this.#room(5);
    if (letter !== undefined) this.#byte(letter);
    this.#length += 4;
    return this.#length - 4;
  }

  #end(start: number): void {
    this.#buffer.writeInt32BE(this.#length - start, start);
  }

  /** A text with its length before it. */
  #value(text: string): void {
    this.#room(4 + mostBytes(text));
    const written = this.#buffer.write(text, this.#length + 4);
    this.#int32(written);
    this.#length += written;
  }

  /** A text with a zero behind it. It must not hold one itself. */
  #text(text: string): void {
    this.#room(1 + mostBytes(text));
    this.#length += this.#buffer.write(text, this.#length);
    this.#byte(0);
  }

  #bytes(bytes: Uint8Array): void {
    this.#room(bytes.byteLength);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes + 1_024));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }

  #byte(value: number): void {
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  #int16(value: number): void {
    this.#length = this.#buffer.writeUInt16BE(value, this.#length);
  }

  #int32(value: number): void {
    this.#length = this.#buffer.writeInt32BE(value, this.#length);
  }
}

/** Counting the bytes of a short text takes longer than keeping room for the most it can have. */
function mostBytes(text: string): number {
  return text.length < 1_024 ? text.length * 3 : Buffer.byteLength(text);
}

function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
