import { chromium } from 'playwright-core';
const exe = process.env.EXE;
const browser = await chromium.launch({ executablePath: exe, args: ['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const ctx = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await ctx.newPage();
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text().slice(0,200)));
await page.goto('http://localhost:21300/login');
await page.getByLabel('Email').fill('board@willowcreek.test');
await page.getByLabel('Password', { exact: true }).fill('porchlight-demo-1');
await page.keyboard.press('Enter');
await page.waitForURL('**/dashboard', { timeout: 30000 }).catch(() => console.log(page.url()));
await page.goto('http://localhost:21300/meetings?tab=decisions');
await page.getByLabel('Search decisions').waitFor({ timeout: 20000 });
await page.waitForTimeout(1500);
await page.screenshot({ path: '/tmp/m-dec.png' });
await page.goto('http://localhost:21300/meetings');
await page.waitForTimeout(2000);
const links = await page.locator('a[href*="/meetings/"]').evaluateAll((as) => as.map((a) => a.getAttribute('href') + ' ' + a.textContent));
console.log(links.join('\n'));
const list = [...new Set(links.map((l) => l.split(' ')[0]))].filter((h) => /meetings\/[0-9a-f-]{36}$/.test(h));
for (const [n, href] of list.entries()) {
  await page.goto('http://localhost:21300' + href);
  await page.waitForTimeout(2500);
  const has = await page.getByLabel('Steps of the minutes').count();
  console.log(href, 'minutes panel', has);
  if (has) { await page.screenshot({ path: '/tmp/m-detail-' + n + '.png', fullPage: true }); }
}
await browser.close();
