const apple = /^(Mac|iPhone|iPad)/;

/** Formats a shortcut for the platform: "Ctrl S", or "⌘S" on Apple devices. */
export function shortcutText(key: string, platform: string = navigator.platform): string {
  return apple.test(platform) ? `⌘${key}` : `Ctrl ${key}`;
}
