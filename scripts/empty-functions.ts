/** Part of a syntax tree as Rolldown hands it out. */
type SyntaxNode = {
  type?: string;
  id?: { name?: string } | null;
  body?: { start: number; end: number };
  [key: string]: unknown;
};

/** Every declaration of a function anywhere below a node. */
function declarations(node: unknown, found: SyntaxNode[] = []): SyntaxNode[] {
  if (Array.isArray(node)) for (const child of node) declarations(child, found);
  else if (typeof node === 'object' && node !== null) {
    if ((node as SyntaxNode).type === 'FunctionDeclaration') found.push(node as SyntaxNode);
    for (const child of Object.values(node)) declarations(child, found);
  }
  return found;
}

/**
 * Puts other bodies into named functions of a library's source.
 * @param program the source's syntax tree, as the bundler parses it.
 * @param bodies what each function does instead, by its name; '' for nothing.
 * @returns the changed source, and the names that were not found.
 */
export function emptyFunctions(
  code: string,
  program: unknown,
  bodies: Readonly<Record<string, string>>,
): { code: string; missing: string[] } {
  const missing = new Set(Object.keys(bodies));
  const places = declarations(program).flatMap(({ id, body }) => {
    const name = id?.name ?? '';
    return body && missing.delete(name) ? [{ ...body, text: bodies[name] ?? '' }] : [];
  });
  const text = places
    .sort((a, b) => b.start - a.start)
    .reduce((made, { start, end, text }) => `${made.slice(0, start + 1)}${text}${made.slice(end - 1)}`, code);
  return { code: text, missing: [...missing] };
}
