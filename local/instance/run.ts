import { ROOT } from '../paths.ts';
import { stopSignal, untilStopped } from '../stop-signal.ts';
import { printer } from '../terminal.ts';
import { startBackups } from './backups.ts';
import { CLIENT_FILES, releaseIn } from './home.ts';
import { startService } from './service.ts';
import type { Settings } from './settings.ts';

/** `porchlight run`: the instance in the foreground, as systemd or a container runs it. */
export const run = async (settings: Settings): Promise<void> => {
  const signal = stopSignal();
  const { version } = releaseIn(ROOT);
  const service = await startService({ settings, client: CLIENT_FILES, version, onLog: printer() });
  const stopBackups = startBackups(settings, service.runtime);
  // A command beside it has left jobs (wakeInstance).
  process.on('SIGUSR2', () => service.runtime.lookAround());
  console.log(`Porchlight ${version} serves ${settings.values.PUBLIC_URL} on port ${settings.port}.`);
  await untilStopped(signal);
  stopBackups();
  await service.stop();
  process.exit(0);
};
