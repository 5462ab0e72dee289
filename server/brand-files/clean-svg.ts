import { Parser } from 'htmlparser2';
import { BrandFileProblem } from './brand-file-problem.ts';

const names = (list: string) => new Set(list.split(' '));

/** Elements that draw. Everything else is refused, except what only editors read. */
const allowed = names(
  [
    'svg g defs symbol use title desc style switch marker mask clipPath pattern path rect circle ellipse line polyline polygon',
    'text tspan textPath linearGradient radialGradient stop image filter feBlend feColorMatrix feComponentTransfer feComposite',
    'feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR',
    'feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence',
  ].join(' '),
);
/** Elements with a page of its own inside, with links or with scripts. */
const active = names(
  'script foreignObject iframe object embed audio video a animate animateMotion animateTransform set handler',
);
/** Elements of editors, which browsers ignore; removed with their content. */
const ofEditors = names('metadata');
const mostElements = 5_000;
/** Elements with all that they refer to. Copies of copies grow by powers, so that a small file can take minutes to draw. */
const mostDrawn = 100_000;

const localReference = /^#[^\s"'()]+$/;
const embeddedPicture = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]+$/;

const contentText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const attributeText = (text: string) => contentText(text).replaceAll('"', '&quot;');

/** @throws BrandFileProblem if a style refers to anything outside the file */
function checkStyle(css: string): void {
  // A backslash writes any letter otherwise, and comments split words.
  const plain = css.replaceAll(/\/\*.*?\*\//gs, '');
  if (/\\|@import|expression\s*\(|javascript:|behavior\s*:|-moz-binding/i.test(plain))
    throw new BrandFileProblem('svgExternal');
  for (const [, address = ''] of plain.matchAll(/url\(\s*(['"]?.*?['"]?)\s*\)/gis))
    if (!localReference.test(address.replaceAll(/^['"]|['"]$/g, '')))
      throw new BrandFileProblem('svgExternal');
  if (/url\((?![^)]*\))|image-set\(/i.test(plain)) throw new BrandFileProblem('svgExternal');
}

/** @throws BrandFileProblem for an attribute that runs something or refers to anything outside the file */
function checkAttribute(element: string, name: string, value: string): void {
  if (/^on/i.test(name)) throw new BrandFileProblem('svgScript');
  if (name === 'href' || name === 'xlink:href') {
    const isAllowed =
      localReference.test(value.trim()) || (element === 'image' && embeddedPicture.test(value.trim()));
    if (!isAllowed) throw new BrandFileProblem('svgExternal');
  } else checkStyle(value);
}

/** Whether an attribute is one of SVG: no editor's, and no declaration of a namespace. */
const isKept = (name: string) => /^(?!xmlns$)[A-Za-z][\w-]*$|^(?:xlink:href|xml:space|xml:lang)$/.test(name);

/** An element: how many are drawn within it, and what they refer to. */
class Drawn {
  private elements = 0;
  private readonly references: string[] = [];
  private counted: number | undefined;

  add(attributes: Record<string, string>): void {
    this.elements += 1;
    for (const value of Object.values(attributes))
      for (const [, id = ''] of value.matchAll(/(?:^|url\(\s*['"]?)#([^\s"'()]+)/g)) this.references.push(id);
  }

  /** Counts the elements with all that they refer to; infinitely many for one that refers to itself. */
  count(byId: ReadonlyMap<string, Drawn>): number {
    if (this.counted !== undefined) return this.counted;
    this.counted = Number.POSITIVE_INFINITY;
    const referred = this.references.reduce((sum, id) => sum + (byId.get(id)?.count(byId) ?? 0), 0);
    this.counted = this.elements + referred;
    return this.counted;
  }
}

/** Attributes of the root that make it an SVG which scales. */
function rootAttributes(attributes: Record<string, string>): Record<string, string> {
  const [width, height] = [attributes.width, attributes.height].map((length) =>
    /^\d*\.?\d+(?:px)?$/.test(length ?? '') ? Number.parseFloat(length ?? '') : 0,
  );
  const viewBox = attributes.viewBox ?? (width && height ? `0 0 ${width} ${height}` : '');
  if (!viewBox) throw new BrandFileProblem('svgSize');
  return {
    ...attributes,
    viewBox,
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': 'http://www.w3.org/1999/xlink',
  };
}

/**
 * Returns an SVG with nothing but what draws it: elements and attributes of a list, references within the file and embedded
 * pictures. Refuses what a person would miss or did not mean, instead of removing it.
 * @throws BrandFileProblem
 */
export function cleanSvg(source: string): string {
  let svg = '';
  let elements = 0;
  let hidden = 0;
  const root = new Drawn();
  const byId = new Map<string, Drawn>();
  const open: { name: string; drawn?: Drawn | undefined }[] = [];
  let style = '';
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (name.startsWith('!') && data.includes('[')) throw new BrandFileProblem('svgEntities');
        if (/^\?xml-stylesheet/i.test(name)) throw new BrandFileProblem('svgExternal');
      },
      onopentag(name, attributes) {
        if (hidden > 0 || ofEditors.has(name) || (name.includes(':') && !name.startsWith('svg:'))) {
          hidden += 1;
          return;
        }
        if (active.has(name)) throw new BrandFileProblem('svgScript');
        if (!allowed.has(name)) throw new BrandFileProblem('svgElement');
        if ((open.length === 0) !== (name === 'svg' && elements === 0))
          throw new BrandFileProblem('notPicture');
        elements += 1;
        if (elements > mostElements) throw new BrandFileProblem('svgComplex');
        for (const [attribute, value] of Object.entries(attributes)) checkAttribute(name, attribute, value);
        const drawn = attributes.id ? new Drawn() : undefined;
        if (attributes.id && drawn) byId.set(attributes.id, drawn);
        const within = [root, ...open.flatMap((one) => one.drawn ?? []), ...(drawn ? [drawn] : [])];
        for (const one of within) one.add(attributes);
        const kept = Object.fromEntries(
          Object.entries(attributes).filter(([attribute]) => isKept(attribute)),
        );
        const written = Object.entries(elements === 1 ? rootAttributes(kept) : kept).map(
          ([attribute, value]) => ` ${attribute}="${attributeText(value)}"`,
        );
        svg += `<${name}${written.join('')}>`;
        open.push({ name, drawn });
      },
      ontext(text) {
        if (hidden > 0 || open.length === 0) return;
        if (open.at(-1)?.name === 'style') style += text;
        else svg += contentText(text);
      },
      onclosetag(name) {
        if (hidden > 0) {
          hidden -= 1;
          return;
        }
        if (name === 'style') {
          checkStyle(style);
          svg += contentText(style);
          style = '';
        }
        svg += `</${name}>`;
        open.pop();
      },
    },
    { xmlMode: true, recognizeCDATA: true, decodeEntities: true },
  );
  parser.end(source);
  if (elements === 0) throw new BrandFileProblem('notPicture');
  if (!(root.count(byId) <= mostDrawn)) throw new BrandFileProblem('svgComplex');
  return svg;
}
