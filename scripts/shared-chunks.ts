import { join } from 'node:path';

/** The part of Rolldown's chunking context that is read here. */
type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** What every page runs. */
const everyPage = ['entry.client.tsx', 'root.tsx'];

/** Pages that nearly every visit goes through. */
const shelves = ['landing/home.route.tsx', 'catalog/shop.route.tsx', 'catalog/product.route.tsx'];

/** An icon belongs to whoever draws it, although the package's index names them all. */
const icon = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;

/** Adds a module and everything it imports at once, not lazily. */
function add(closure: Set<string>, graph: ModuleGraph, id: string): Set<string> {
  if (closure.has(id) || icon.test(id)) return closure;
  closure.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(closure, graph, imported);
  return closure;
}

/**
 * Makes the naming function of a group for Rolldown's `codeSplitting`. What every page of the store needs goes into one
 * file, and what all the main pages share into one more, because few large files compress a good deal better than many
 * small ones. Everything else, and whatever is loaded lazily, stays where Rolldown puts it.
 * @param appDirectory absolute path of the folder that holds root.tsx and entry.client.tsx.
 */
export function sharedChunks(appDirectory: string): (id: string, graph: ModuleGraph) => string | null {
  const known = new WeakMap<ModuleGraph, Set<string>[]>();
  const closuresOf = (graph: ModuleGraph) => {
    const found = known.get(graph);
    if (found) return found;
    const frame = new Set<string>();
    for (const file of everyPage) add(frame, graph, join(appDirectory, file));
    const made = [frame, ...shelves.map((file) => add(new Set(), graph, join(appDirectory, file)))];
    known.set(graph, made);
    return made;
  };
  return (id, graph) => {
    const [frame, ...pages] = closuresOf(graph);
    if (frame?.has(id)) return 'frame';
    return pages.every((page) => page.has(id)) ? 'shelf' : null;
  };
}
