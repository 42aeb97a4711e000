import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { chromiumPath } from '../../local/chromium.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Of the package's own flags, one would put every page on a single thread, and one loosens what a browser checks. */
const NOT = ['--single-process', '--disable-web-security'];

export const launch = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await chromiumPath(),
    args: [...chromium.args.filter((flag) => !NOT.includes(flag)), ...FLAGS],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
