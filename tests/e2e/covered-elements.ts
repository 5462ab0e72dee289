import type { Locator } from '@playwright/test';

/** Controls and amounts of a page that a floating element covers. */
export const coveredElements = (floating: Locator): Promise<string[]> =>
  floating.evaluate((button) => {
    if (!button.checkVisibility({ opacityProperty: true })) return [];
    const own = button.getBoundingClientRect();
    const under = document.querySelectorAll(
      'main :is([data-amount], button, input, select, textarea, summary), main a:not(article a), :is(header, footer) :is(a, button)',
    );
    return [...under]
      .filter((element) => element.checkVisibility({ opacityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      })
      .map((element) => `${element.tagName} ${element.textContent}`);
  });
