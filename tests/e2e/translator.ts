import type { BrowserContext } from '@playwright/test';

/**
 * Puts every page of a context under a translator from its first paint on. It does what those of browsers do: it takes
 * each text off the page and puts two nested elements there, again for whatever the page shows or changes later, and it
 * says that the page is in another language. The words stay as they are, so that tests find them.
 */
export async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const left = 'script, style, noscript, textarea, title, font, [translate=no]';
    const replace = (text: Text) => {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(left)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.dir = inner.dir = 'auto';
      outer.append(inner);
      inner.append(text.data);
      text.replaceWith(outer);
    };
    const replaceIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts = node instanceof Text ? [node] : [];
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      texts.forEach(replace);
    };
    new MutationObserver((changes) => {
      for (const { type, addedNodes, target } of changes) {
        (type === 'characterData' ? [target] : [...addedNodes]).forEach(replaceIn);
      }
      document.documentElement.lang = 'fr';
      document.documentElement.classList.add('translated-ltr');
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
