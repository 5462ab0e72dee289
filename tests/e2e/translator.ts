import type { BrowserContext } from '@playwright/test';

/**
 * Runs a simulated translator on every page of a context from its first paint. Like those of browsers, it replaces
 * each text with two nested elements, again for everything the page shows or changes later, and
 * sets another page language. The words stay the same, so that tests find them.
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
