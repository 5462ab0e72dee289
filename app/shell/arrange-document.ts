/** A rendered document, taken apart where the server adds to it. */
export interface ArrangedDocument {
  /** From its beginning to the end of its head. */
  head: string;
  /** Its content, to the end of its body. */
  content: string;
  /** What follows all that is added to its body. */
  end: string;
}

/**
 * Arranges a rendered document in the order in which a slow line is used best: what the first view is drawn with stands in
 * the head, what announces the scripts behind the content, so that pictures have the line to themselves before.
 */
export function arrangeDocument(html: string): ArrangedDocument {
  const headEnd = html.indexOf('</head>');
  const bodyEnd = html.lastIndexOf('</body>');
  let scripts = '';
  const head = html.slice(0, headEnd).replace(/<link rel="modulepreload"([^>]*>)/g, (_, rest) => {
    scripts += `<link rel="modulepreload" fetchpriority="low"${rest}`;
    return '';
  });
  return { head, content: html.slice(headEnd, bodyEnd), end: scripts + html.slice(bodyEnd) };
}
