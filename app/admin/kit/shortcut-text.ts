const apple = /^(Mac|iPhone|iPad)/;

/** How the keys of a command are called where somebody works: "Ctrl S", and on Apple's machines "⌘S". */
export function shortcutText(key: string, platform: string = navigator.platform): string {
  return apple.test(platform) ? `⌘${key}` : `Ctrl ${key}`;
}
