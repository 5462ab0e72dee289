/**
 * A response whose text is at hand. `text` and `json` answer with it; what a `Response` otherwise makes of a text, bytes and a
 * stream of them, is made only for those who ask for that.
 */
export class TextResponse extends Response {
  readonly #text: string;
  readonly #init: ResponseInit;
  #taken = false;
  #whole: Response | undefined;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.#text = text;
    this.#init = init;
  }

  override get body() {
    return this.#asWhole().body;
  }

  override get bodyUsed() {
    return this.#whole?.bodyUsed ?? this.#taken;
  }

  override async text() {
    if (this.#whole) return this.#whole.text();
    if (this.#taken) throw new TypeError('Body is unusable: Body has already been read');
    this.#taken = true;
    return this.#text;
  }

  override async json() {
    return JSON.parse(await this.text());
  }

  override async arrayBuffer() {
    return this.#asWhole().arrayBuffer();
  }

  override async blob() {
    return this.#asWhole().blob();
  }

  override async bytes() {
    return this.#asWhole().bytes();
  }

  override async formData() {
    return this.#asWhole().formData();
  }

  override clone() {
    return this.#asWhole().clone();
  }

  #asWhole(): Response {
    if (this.#taken) throw new TypeError('Body is unusable: Body has already been read');
    this.#whole ??= new Response(this.#text, this.#init);
    return this.#whole;
  }
}
