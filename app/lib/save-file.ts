/** How long a browser may take to begin saving, in ms. */
const patience = 60_000;

/** Saves a text as a file under a name, as if somebody had followed a link to it. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), patience);
}
