import { Parser } from 'htmlparser2';

const blocks = new Set(
  'address article aside blockquote center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'title']);

/** The text of an HTML description: a line for each paragraph, those of a list begin with •, other marks are left out. */
export function htmlText(html: string): string {
  const lines = [''];
  let hidden = 0;
  const add = (text: string) => {
    lines[lines.length - 1] += text;
  };
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) hidden += 1;
      if (name === 'li') lines.push('• ');
      else if (name === 'br' || (blocks.has(name) && lines.at(-1)?.trim() !== '•')) lines.push('');
      else if (name === 'td' || name === 'th') add(' ');
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1;
      if (name === 'li' || blocks.has(name)) lines.push('');
    },
    ontext(text) {
      if (hidden === 0) add(text);
    },
  });
  // What was written as text keeps its lines.
  parser.write(/<[a-z!/]/i.test(html) ? html : html.replace(/\r?\n/g, '<br>'));
  parser.end();
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
}
