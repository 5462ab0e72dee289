import { Parser } from 'htmlparser2';

const blocks = new Set(
  'address article aside blockquote center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const skippedTags = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'title']);

/** Converts a cell of another system, which may have tags and entities, to one line of text. */
export function plainText(cell: string): string {
  if (!/[&<]/.test(cell)) return cell;
  const html = /<\/?[a-z][a-z\d]*(\s[^<>]*)?\/?>/i.test(cell) ? cell : cell.replaceAll('<', '&lt;');
  return htmlText(html).replaceAll('\n', ' ');
}

/**
 * Converts an HTML description to text: one line per paragraph, list items start with •, other tags are
 * dropped.
 */
export function htmlText(html: string): string {
  const lines = [''];
  let hidden = 0;
  const add = (text: string) => {
    lines[lines.length - 1] += text;
  };
  const parser = new Parser({
    onopentagname(name) {
      if (skippedTags.has(name)) hidden += 1;
      if (name === 'li') lines.push('• ');
      else if (name === 'br' || (blocks.has(name) && lines.at(-1)?.trim() !== '•')) lines.push('');
      else if (name === 'td' || name === 'th') add(' ');
    },
    onclosetag(name) {
      if (skippedTags.has(name)) hidden -= 1;
      if (name === 'li' || blocks.has(name)) lines.push('');
    },
    ontext(text) {
      if (hidden === 0) add(text);
    },
  });
  // Plain text keeps its line breaks.
  parser.write(/<[a-z!/]/i.test(html) ? html : html.replace(/\r?\n/g, '<br>'));
  parser.end();
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
}
