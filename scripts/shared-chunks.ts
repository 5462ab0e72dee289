import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';

/** The part of Rolldown's chunking context that is read here. */
type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** What every page runs. */
const everyPage = ['entry.client.tsx', 'root.tsx'];

/** Pages that nearly every visit goes through. */
const shelves = ['landing/home.route.tsx', 'catalog/shop.route.tsx', 'catalog/product.route.tsx'];

/** Pages that list products. */
const lists = [
  'catalog/shop.route.tsx',
  'catalog/category.route.tsx',
  'catalog/deals.route.tsx',
  'catalog/categories.route.tsx',
];

/** An icon belongs to whoever draws it, although the package's index names them all. */
const icon = /[\\/]lucide[\\/].*[\\/]icons[\\/]/;

/** Icons that nearly every page draws, too small for files of their own. */
const commonIcon = /[\\/]icons[\\/]chevron-(left|right|down)\.mjs$/;

/** Adds a module and everything it imports at once, not lazily. */
function add(closure: Set<string>, graph: ModuleGraph, id: string): Set<string> {
  if (closure.has(id) || icon.test(id)) return closure;
  closure.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(closure, graph, imported);
  return closure;
}

/** What one set of pages needs and no other page does. */
type Shares = { frame: Set<string>; shelves: Set<string>[]; listing: Set<string>; elsewhere: Set<string> };

function sharesOf(appDirectory: string, graph: ModuleGraph): Shares {
  const together = (files: string[]) =>
    files.reduce((closure, file) => add(closure, graph, join(appDirectory, file)), new Set<string>());
  const routes = readdirSync(appDirectory, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.route\.tsx?$/.test(file));
  return {
    frame: together(everyPage),
    shelves: shelves.map((file) => together([file])),
    listing: together(lists.slice(0, 1)),
    elsewhere: together(routes.filter((file) => !lists.includes(file))),
  };
}

/** The chunks that pages share; the build puts the frame into the file of the entry that asks for it. */
const shared = { frame: 'frame', shelf: 'shelf', parts: 'parts', listing: 'listing' };

/** Names of the chunks that nearly every visit goes through and that run nearly whole. */
export const earlyChunks: readonly string[] = [
  chunkOf('entry.client.tsx'),
  ...[shared.shelf, shared.parts, shared.listing],
  ...shelves.map(chunkOf),
];

/** The name that the build gives to the chunk of a page. */
function chunkOf(file: string): string {
  return parse(file).name;
}

/** A group of Rolldown's `codeSplitting`; the one of the higher priority takes a module first. */
type Group = {
  debugName: string;
  name: (id: string, graph: ModuleGraph) => string | null;
  priority: number;
};

/**
 * Groups for Rolldown's `codeSplitting`, because few large files compress a good deal better than many small ones: what
 * every page of the store needs, what all the main pages share, what listings have in common with others, and what only
 * listings need. Everything else, and whatever is loaded lazily, stays where Rolldown puts it.
 * @param appDirectory absolute path of the folder that holds root.tsx and entry.client.tsx.
 */
export function sharedChunks(appDirectory: string): Group[] {
  const known = new WeakMap<ModuleGraph, Shares>();
  const group = (debugName: string, priority: number, holds: (id: string, shares: Shares) => boolean) => ({
    debugName,
    priority,
    name(id: string, graph: ModuleGraph) {
      const shares = known.get(graph) ?? sharesOf(appDirectory, graph);
      known.set(graph, shares);
      return holds(id, shares) ? debugName : null;
    },
  });
  return [
    group(shared.frame, 4, (id, { frame }) => frame.has(id) || commonIcon.test(id)),
    group(shared.shelf, 3, (id, { shelves }) => shelves.every((page) => page.has(id))),
    group(shared.parts, 2, (id, { listing, elsewhere }) => listing.has(id) && elsewhere.has(id)),
    group(shared.listing, 1, (id, { listing }) => listing.has(id)),
  ];
}
