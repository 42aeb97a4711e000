/** `porchlight COMMAND`: what an operator does with an instance on one machine. docs/operations.md says when. */
import { statSync } from 'node:fs';
import { ROOT } from '../paths.ts';
import { fail, UserError } from '../user-error.ts';
import { type Home, installedHome, releaseIn } from './home.ts';
import { readInstance, type Settings } from './settings.ts';

const USAGE = `porchlight setup                     installs an instance, or says what it needs
porchlight start | stop | restart
porchlight status                    whether all is well; ends with 1 if not
porchlight health                    the same of the app alone, for a container
porchlight settings                  prints settings as setup writes them, for a container
porchlight logs [-f] [-n LINES]
porchlight backup [FILE]             now; without FILE to BACKUP_DIR, as every night
porchlight restore FILE [FOLDER]     into the empty data folder, or another one
porchlight drill [FILE]              restores a backup into a scratch folder and examines it
porchlight doctor                    examines the data
porchlight upgrade FILE              to the release in the archive; goes back by itself if that fails
porchlight hoas ...                  lists, adds, pauses, resumes, exports and removes associations
porchlight account ...               email, second factor, sign-ins and limits of a person
porchlight proxy caddy | nginx       what to write into the proxy's settings
porchlight version`;

type Command = (words: string[], home: Home, settings: Settings) => Promise<void>;

/** Runs one of the tools that read their words and DATA_DIR themselves, and end this process. */
const tool =
  (load: () => Promise<unknown>): Command =>
  async (words, _, settings) => {
    becomeOwner(settings.dataDir);
    process.env.DATA_DIR = settings.dataDir;
    process.env.PORCHLIGHT_SETTINGS = settings.file;
    process.argv.splice(2, process.argv.length, ...words);
    await load();
  };

const COMMANDS: Record<string, Command> = {
  run: async (_, __, settings) => {
    becomeOwner(settings.dataDir);
    const { run } = await import('./run.ts');
    await run(settings);
  },
  start: async (_, home) => {
    const { startInstance } = await import('./control.ts');
    await startInstance(home);
    console.log('It runs.');
  },
  stop: async (_, home) => {
    const { stopInstance } = await import('./control.ts');
    await stopInstance(home);
    console.log('It is stopped.');
  },
  restart: async (_, home) => {
    const { restartInstance } = await import('./control.ts');
    await restartInstance(home);
    console.log('It runs.');
  },
  health: async (_, __, { port }) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(8000) });
    console.log(await answer.text());
    process.exit(answer.ok ? 0 : 1);
  },
  status: async (_, __, settings) => {
    const { status } = await import('./status.ts');
    process.exit(await status(settings));
  },
  logs: async (words, home, settings) => {
    const { showLogs } = await import('./logs.ts');
    await showLogs(words, home, settings);
  },
  backup: async (words, home, settings) => {
    if (words.length > 0) return tool(() => import('../backup.ts'))(words, home, settings);
    becomeOwner(settings.dataDir);
    const { backUp } = await import('./backups.ts');
    console.log(await backUp(settings));
  },
  restore: tool(() => import('../restore.ts')),
  drill: async ([file], _, settings) => {
    becomeOwner(settings.dataDir);
    const { drill } = await import('./backups.ts');
    console.log(await drill(settings, file));
  },
  doctor: tool(() => import('../doctor.ts')),
  account: tool(() => import('../account.ts')),
  hoas: tool(() => import('./hoas.ts')),
  upgrade: async ([file], home, settings) => {
    const { upgrade } = await import('./upgrade.ts');
    await upgrade(file, home, settings);
  },
  proxy: async ([kind], _, { values, port }) => {
    const { proxyText } = await import('./setup.ts');
    console.log(proxyText(kind, values.PUBLIC_URL ?? '', String(port)));
  },
};

/** A command of root goes on as the owner of the data: it needs no more rights, and leaves no files that only root may read. */
const becomeOwner = (dataDir: string): void => {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (!owner || process.getuid?.() !== 0 || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
  process.umask(0o077);
};

try {
  const [name = '', ...words] = process.argv.slice(2);
  if (name === 'setup') {
    const { setUp } = await import('./setup.ts');
    await setUp(words);
  } else if (name === 'settings') {
    const { printSettings } = await import('./setup.ts');
    await printSettings(words);
  } else if (name === 'version') {
    const { version, commit, platform } = releaseIn(ROOT);
    console.log(`Porchlight ${version} (${[commit.slice(0, 12), platform].filter(Boolean).join(', ')})`);
  } else {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UserError(USAGE);
    const home = installedHome();
    if (!home) throw new UserError(`This release is not installed yet: run ${ROOT}/porchlight setup.`);
    await command(words, home, readInstance(home.settings));
  }
} catch (error) {
  fail(error);
}
