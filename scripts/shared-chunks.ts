import { join } from 'node:path';

/** The part of Rolldown's chunking context that is read here. */
type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Adds a module and everything it imports at once, not lazily. */
function add(closure: Set<string>, graph: ModuleGraph, id: string): void {
  if (closure.has(id)) return;
  closure.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(closure, graph, imported);
}

/**
 * Makes the naming function of a group for Rolldown's `codeSplitting`. What every page of the store needs goes into two
 * files, libraries and frame, because few large files compress a good deal better than many small ones. Everything
 * else, and whatever is loaded lazily, stays where Rolldown puts it.
 * @param appDirectory absolute path of the folder that holds root.tsx and entry.client.tsx.
 */
export function sharedChunks(appDirectory: string): (id: string, graph: ModuleGraph) => string | null {
  const roots = ['entry.client.tsx', 'root.tsx'].map((file) => join(appDirectory, file));
  const closures = new WeakMap<ModuleGraph, Set<string>>();
  return (id, graph) => {
    let closure = closures.get(graph);
    if (!closure) {
      closure = new Set();
      for (const root of roots) add(closure, graph, root);
      closures.set(graph, closure);
    }
    if (!closure.has(id)) return null;
    return id.includes('node_modules') ? 'libraries' : 'frame';
  };
}
