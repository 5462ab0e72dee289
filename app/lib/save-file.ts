/** Time before the object URL is revoked, in milliseconds. */
const revokeDelay = 60_000;

/** Downloads a text or blob as a file. `type` is the MIME type of a text. */
export function saveFile(name: string, content: string | Blob, type = ''): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay);
}
