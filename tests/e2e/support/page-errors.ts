import { afterEach } from 'vitest';
import { takeErrors, takeLost } from './browser.ts';

// What is set up first is torn down last: the pages of the test are closed, or given back to the sessions, by then.
afterEach(() => {
  const [errors, lost] = [takeErrors(), takeLost()];
  if (errors.length > 0) throw new Error([...errors, 'Requests that failed:', ...lost.slice(-20)].join('\n'));
});
