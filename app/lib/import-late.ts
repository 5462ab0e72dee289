/** Files that this page has, or is fetching. */
const fetched = new Map<string, Promise<void>>();

async function fetchFile(address: string): Promise<void> {
  // What the page itself came with.
  if (document.querySelector(`link[href="${address}"]`)) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  await answer.arrayBuffer();
}

function fetchOnce(address: string): Promise<void> {
  const underway =
    fetched.get(address) ??
    fetchFile(address).catch((error) => {
      fetched.delete(address);
      throw error;
    });
  fetched.set(address, underway);
  return underway;
}

/**
 * Imports what a page needs late. A browser takes a module that it could not fetch for lost as long as the page lives; so
 * the files are brought into its cache first, and what failed can be asked for again.
 * @param files paths of the module and of all that it imports, without the leading slash.
 * @throws when one of the files cannot be had.
 */
export async function importLate<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)));
  return load();
}
