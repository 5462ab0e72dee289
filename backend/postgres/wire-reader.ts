/** One message of the server: its letter, and where its content lies. */
export type OnMessage = (letter: number, content: Buffer) => void;

/** Cuts what arrives into messages, however the network has cut it. */
export class WireReader {
  readonly #onMessage: OnMessage;
  /** What has come of a message that has not come whole, and how many bytes it needs. */
  #pieces: Buffer[] = [];
  #held = 0;
  #needed = 0;

  constructor(onMessage: OnMessage) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    let bytes = chunk;
    if (this.#held > 0) {
      this.#pieces.push(chunk);
      this.#held += chunk.length;
      if (this.#held < this.#needed) return;
      bytes = Buffer.concat(this.#pieces, this.#held);
      this.#pieces = [];
      this.#held = 0;
    }
    let position = 0;
    while (bytes.length - position >= 5) {
      const end = position + 1 + bytes.readInt32BE(position + 1);
      if (end > bytes.length) break;
      this.#onMessage(bytes[position] ?? 0, bytes.subarray(position + 5, end));
      position = end;
    }
    if (position < bytes.length) this.#hold(bytes.subarray(position));
  }

  #hold(rest: Buffer): void {
    this.#pieces = [rest];
    this.#held = rest.length;
    this.#needed = rest.length >= 5 ? 1 + rest.readInt32BE(1) : 5;
  }
}

/** A column of a result, as RowDescription tells it. */
export interface FieldDescription {
  name: string;
  /** Object id of the type. */
  type: number;
}

export function readRowDescription(content: Buffer): FieldDescription[] {
  const fields: FieldDescription[] = [];
  let position = 2;
  for (let count = content.readUInt16BE(0); count > 0; count -= 1) {
    const end = content.indexOf(0, position);
    fields.push({ name: content.toString('utf8', position, end), type: content.readUInt32BE(end + 7) });
    position = end + 19;
  }
  return fields;
}

const ERROR_FIELDS: Readonly<Record<string, string>> = {
  S: 'severity_local',
  V: 'severity',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  q: 'internal_query',
  W: 'where',
  s: 'schema_name',
  t: 'table_name',
  c: 'column_name',
  d: 'type_name',
  n: 'constraint_name',
  R: 'routine',
};

/** The fields of an error under the names that postgres.js gives them. */
export function readError(content: Buffer): Record<string, string> {
  const fields: Record<string, string> = {};
  let position = 0;
  while (position < content.length && content[position] !== 0) {
    const end = content.indexOf(0, position + 1);
    const name = ERROR_FIELDS[String.fromCharCode(content[position] ?? 0)];
    if (name) fields[name] = content.toString('utf8', position + 1, end);
    position = end + 1;
  }
  return fields;
}
