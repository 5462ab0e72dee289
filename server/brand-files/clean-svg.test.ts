import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { BrandFileProblem } from './brand-file-problem.ts';
import { cleanSvg } from './clean-svg.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

function problemOf(source: string): string | undefined {
  try {
    cleanSvg(source);
    return undefined;
  } catch (error) {
    if (error instanceof BrandFileProblem) return error.problem;
    throw error;
  }
}

describe('an SVG of a brand', () => {
  it.each([
    ['a script', '<script>alert(1)</script>', 'svgScript'],
    ['a script in a CDATA section', '<g><script><![CDATA[alert(1)]]></script></g>', 'svgScript'],
    ['an event handler', '<rect onload="alert(1)"/>', 'svgScript'],
    ['an event handler in capitals', '<rect ONCLICK="alert(1)"/>', 'svgScript'],
    [
      'a web page',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
      'svgScript',
    ],
    ['a link', '<a href="https://elsewhere.example"><rect/></a>', 'svgScript'],
    ['an animation that sets a link', '<set attributeName="href" to="javascript:alert(1)"/>', 'svgScript'],
    ['a picture from elsewhere', '<image href="https://elsewhere.example/a.png"/>', 'svgExternal'],
    ['a picture of the host', '<image href="file:///etc/passwd"/>', 'svgExternal'],
    ['a picture that is an SVG', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', 'svgExternal'],
    ['a copy from another file', '<use xlink:href="other.svg#a"/>', 'svgExternal'],
    ['an address that is a script', '<use href="javascript:alert(1)"/>', 'svgExternal'],
    ['a script written in entities', '<rect fill="&#106;avascript:alert(1)"/>', 'svgExternal'],
    ['a filter from elsewhere', '<rect filter="url(https://elsewhere.example/f.svg#f)"/>', 'svgExternal'],
    ['a style from elsewhere', '<style>@import "https://elsewhere.example/a.css";</style>', 'svgExternal'],
    ['a style with a picture', '<style>rect{fill:url("https://elsewhere.example/a")}</style>', 'svgExternal'],
    [
      'a style with escaped letters',
      '<style>rect{fill:\\75rl(//elsewhere.example/a)}</style>',
      'svgExternal',
    ],
    [
      'an inline style with a picture',
      '<rect style="background:url(//elsewhere.example/a)"/>',
      'svgExternal',
    ],
    ['an element of no drawing', '<body/>', 'svgElement'],
    ['copies of copies', '<g/>'.repeat(6000), 'svgComplex'],
  ])('with %s is refused', (_what, inner, problem) => {
    expect(problemOf(svg(inner))).toBe(problem);
  });

  it.each([
    ['entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, 'svgEntities'],
    [
      'a stylesheet of its own',
      `<?xml-stylesheet href="https://elsewhere.example/a.css"?>${svg('')}`,
      'svgExternal',
    ],
    ['no size', svg('', ''), 'svgSize'],
    ['a second root', svg('') + svg(''), 'notPicture'],
    ['another root', '<html><svg/></html>', 'svgElement'],
  ])('with %s is refused', (_what, source, problem) => {
    expect(problemOf(source)).toBe(problem);
  });

  it('keeps gradients, copies, styles, embedded pictures and text', () => {
    const inner =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<style>.b{fill:url(#a)}</style><use xlink:href="#c"></use>' +
      '<image href="data:image/png;base64,iVBORw0KGgo="></image><text>5 &lt; 6</text>';
    expect(cleanSvg(svg(inner))).toContain(inner);
  });

  it('loses what only its editor reads', () => {
    const source = svg(
      '<sodipodi:namedview><script/></sodipodi:namedview><metadata><a/></metadata><rect inkscape:label="x" width="1"/>',
    );
    expect(cleanSvg(`<!-- made by an editor -->${source}`)).toMatch(/><rect width="1"><\/rect><\/svg>$/);
  });

  it('cannot write its content as a page of another kind', () => {
    const cleaned = cleanSvg(
      svg('<g xmlns="http://www.w3.org/1999/xhtml"><title>&lt;script&gt;</title></g>'),
    );
    expect(cleaned).not.toContain('xhtml');
    expect(cleaned).toContain('<title>&lt;script&gt;</title>');
  });

  it('scales, even if it only has a size', () => {
    expect(cleanSvg(svg('', 'width="40px" height="20"'))).toContain('viewBox="0 0 40 20"');
  });

  it.each(presets.map(({ logo }) => logo))('may be the preset’s %s', (logo) => {
    expect(problemOf(readFileSync(`public${logo}`, 'utf8'))).toBeUndefined();
  });
});
