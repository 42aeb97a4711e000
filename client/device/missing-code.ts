/** True of what an import throws whose code did not come: in the words of Chromium and Firefox, Safari, and Vite. It fails
 * again for as long as the page lives (in Chromium 153, also after the connection is back). */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message);

export const RELOAD = 'Part of the app didn’t load. Reload the page and try again.';
