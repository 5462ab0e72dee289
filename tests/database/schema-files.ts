/** A file of supabase/schemas, or a similar one. */
export interface SchemaFile {
  name: string;
  text: string;
}

const MOST_LINES_OF_A_FILE = 500;
const MOST_LINES_OF_A_FUNCTION = 80;

/** The text with comments, strings and quoted names blanked out; function bodies between $$ stay. */
const codeOf = (text: string) =>
  text.replaceAll(/--[^\n]*|"[^"]*"|E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'/g, (said) =>
    said.replaceAll(/[^\n]/g, ' '),
  );

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

const linesOf = (text: string) => text.trimEnd().split('\n').length;

function longFiles({ name, text }: SchemaFile): string[] {
  const lines = linesOf(text);
  return lines > MOST_LINES_OF_A_FILE
    ? [`${name} has ${lines} lines: at most ${MOST_LINES_OF_A_FILE}. Give a part of it a file of its own.`]
    : [];
}

function longFunctions({ name, text }: SchemaFile): string[] {
  return Array.from(text.matchAll(/^create (?:function|procedure) ([\w.]+)[^$]*\$\$.*?\$\$;/gms)).flatMap(
    ({ 0: definition, 1: called, index }) => {
      const lines = linesOf(definition);
      return lines > MOST_LINES_OF_A_FUNCTION
        ? [
            `${name}:${lineAt(text, index)} ${called} has ${lines} lines: at most ${MOST_LINES_OF_A_FUNCTION}. Give a step of it a name.`,
          ]
        : [];
    },
  );
}

/** Ends a statement, or starts one within a function. */
const STATEMENT_EDGE = /;|\$\$|\b(?:begin|declare|loop|then|else)\n/;

function shortNames({ name, text }: SchemaFile): string[] {
  const found: string[] = [];
  const code = codeOf(text);
  let start = 0;
  for (const statement of code.split(STATEMENT_EDGE)) {
    if (statement.trim().includes('\n')) {
      for (const { 0: letter, index } of statement.matchAll(/(?<![\w.])[a-z](?!\w)/g)) {
        found.push(
          `${name}:${lineAt(text, start + index)} "${letter}" stands for something: call it by a word.`,
        );
      }
    }
    start += statement.length + (STATEMENT_EDGE.exec(code.slice(start + statement.length))?.[0].length ?? 0);
  }
  return [...new Set(found)];
}

const DEFINITION =
  /^create (?:or replace )?(?:unique )?((?:function|procedure|table|type|view|index) [\w.]+|(?:policy|trigger) (?:"[^"]*"|\w+)[^;]*? on [\w.]+)/gm;

function secondDefinitions(files: SchemaFile[]): string[] {
  const places = new Map<string, string>();
  return files.flatMap(({ name, text }) =>
    Array.from(text.matchAll(DEFINITION)).flatMap(({ 1: definition = '', index }) => {
      const defined = definition.replace(/ (?:for|before|after|instead of) .* on /s, ' on ');
      const place = `${name}:${lineAt(text, index)}`;
      const first = places.get(defined);
      if (first) return [`${place} ${defined} is defined at ${first} already: change it there.`];
      places.set(defined, place);
      return [];
    }),
  );
}

/** Violations in the files, each with its place; empty if there are none. */
export function problemsOf(files: SchemaFile[]): string[] {
  return [
    ...files.flatMap((file) => [...longFiles(file), ...longFunctions(file), ...shortNames(file)]),
    ...secondDefinitions(files),
  ];
}
