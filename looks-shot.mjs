import { chromium } from '@playwright/test';
const base = 'http://127.0.0.1:4817';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
const jobs = process.argv.slice(2);
const ctxOf = async (w, lang, dark) => {
  const ctx = await browser.newContext({ viewport: { width: w, height: 900 }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  const page = await ctx.newPage();
  page.on('console', (m) => { if (['error','warning'].includes(m.type())) console.log('console', m.text()); });
  return page;
};
const signIn = async (page, prefix) => {
  await page.goto(`${base}${prefix}/signin`);
  await page.getByLabel(/email|البريد/i).first().fill('staff@inkthread.example');
  await page.locator('input[type=password]').first().fill('behind-the-counter');
  await page.locator('input[type=password]').first().press('Enter');
  await page.waitForURL((u) => !u.pathname.includes('/signin'), { timeout: 30000 });
};
export { chromium, base, browser, ctxOf, signIn };
