/** `npm start`: the whole stack on this machine, until Ctrl-C. */
import { stackOptions } from './options.ts';
import { startStack } from './stack.ts';
import { stopSignal, untilStopped } from './stop-signal.ts';
import { announce, printer } from './terminal.ts';
import { fail } from './user-error.ts';

const signal = stopSignal();
try {
  const options = stackOptions();
  const stack = await startStack({ ...options, onLog: printer(options), signal });
  announce(stack, options.seed !== 'none');
  await untilStopped(signal);
  await stack.stop();
  process.exit(0);
} catch (error) {
  if (signal.aborted) process.exit(0);
  fail(error);
}
