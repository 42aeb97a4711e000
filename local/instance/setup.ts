import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../paths.ts';
import { messageOf, UserError } from '../user-error.ts';
import { startInstance, UNIT, UNIT_FILE, writeUnit } from './control.ts';
import { type Home, homeIn, releaseIn } from './home.ts';
import { readInstance, SETTINGS_FILE } from './settings.ts';
import { type Answers, settingsText } from './settings-text.ts';
import { caddySite, nginxSite } from './system-files.ts';

const USAGE = `porchlight setup asks for what it needs. Or name it:
  porchlight setup --address https://hoa.example --operator you@hoa.example --mail none
  porchlight setup ... --mail smtp --smtp smtps://user:password@mail.example:465 --from "Oak Hollow <mail@hoa.example>"
  porchlight setup ... --mail resend --resend-key re_... --from "Oak Hollow <mail@hoa.example>"
  --hoa "Oak Hollow" --superadmin sue@oak.example   the first association, and who runs it
  --home FOLDER   where it is installed, without root and without systemd (as root: /opt/porchlight)
  --port 8787     where it listens on this machine; the database takes the next
  --no-start      only install`;

/** Installs this release, writes the settings with new secrets, registers the service and starts it. Says what it did.
 * What was there before is kept. Throws a UserError. */
export const setUp = async (args: string[]): Promise<void> => {
  const { values } = wordsIn(args);
  const isRoot = process.getuid?.() === 0 && values.home === undefined;
  const home = homeIn(isRoot ? '/opt/porchlight' : resolve(values.home ?? join(process.env.HOME ?? '.', 'porchlight')));
  if (existsSync(home.settings))
    throw new UserError(
      `An instance is installed in ${home.folder}: ${home.settings} has its settings, and porchlight upgrade FILE brings a newer release.`,
    );
  const answers = await ask(values);
  const said: string[] = [];
  installRelease(home, said);
  writeSettings(home, answers, isRoot, said);
  if (isRoot) registerUnit(home, said);
  console.log(said.join('\n'));
  const isStarted = !values['no-start'];
  if (isStarted) await startInstance(home);
  console.log(nextSteps(home, answers, isStarted));
  if (isStarted && answers.hoa) addFirst(home, answers);
};

/** Makes the first association, as porchlight hoas add does. Throws a UserError. */
const addFirst = (home: Home, { hoa = '', superadmin = '' }: Answers): void => {
  console.log();
  const words = ['hoas', 'add', hoa, superadmin];
  const { status } = spawnSync(join(home.current, 'porchlight'), words, { stdio: 'inherit' });
  if (status !== 0) throw new UserError('The instance runs. Add the first association by porchlight hoas add.');
};

/** Prints the settings of an instance that is not installed here. */
export const printSettings = async (args: string[]): Promise<void> => {
  const { values } = wordsIn(args);
  const answers = await ask(values);
  const isContainer = values.container === true;
  console.log(settingsText(answers, { dataDir: ROOT_PLACES.data, backupDir: '/var/backups/porchlight', isContainer }));
};

const wordsIn = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        ...{ address: { type: 'string' }, operator: { type: 'string' }, mail: { type: 'string' } },
        ...{ hoa: { type: 'string' }, superadmin: { type: 'string' } },
        ...{ smtp: { type: 'string' }, 'resend-key': { type: 'string' }, from: { type: 'string' } },
        ...{ home: { type: 'string' }, port: { type: 'string' }, 'no-start': { type: 'boolean' } },
        container: { type: 'boolean' },
      } as const,
    });
  } catch (error) {
    throw new UserError(`${messageOf(error)}\n${USAGE}`);
  }
};

type Words = ReturnType<typeof wordsIn>['values'];

const ask = async (words: Words): Promise<Answers> => {
  const prompt = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  const answerTo = async (known: string | undefined, question: string, check: (text: string) => string | undefined) => {
    for (let given = known; ; given = undefined) {
      if (given === undefined && !prompt) throw new UserError(`${question} is not answered.\n${USAGE}`);
      const text = (given ?? (await prompt?.question(`${question}: `)) ?? '').trim();
      const problem = check(text);
      if (!problem) return text;
      if (!prompt) throw new UserError(`${problem}\n${USAGE}`);
      console.log(problem);
    }
  };
  const address = await answerTo(words.address, 'Address of the app, such as https://hoa.example', addressProblem);
  const operator = await answerTo(words.operator, 'Your own email, for what needs a person', emailProblem);
  const mail = (await answerTo(
    words.mail,
    'How email leaves: smtp, resend or none for now',
    mailProblem,
  )) as Answers['mail'];
  const isSmtp = mail === 'smtp';
  const smtp = isSmtp
    ? await answerTo(words.smtp, 'Mail server, such as smtps://user:password@mail.example:465', smtpProblem)
    : undefined;
  const resendKey = mail === 'resend' ? await answerTo(words['resend-key'], 'Key of Resend', required) : undefined;
  const from =
    mail === 'none'
      ? undefined
      : await answerTo(words.from, 'Sender, such as Oak Hollow <mail@hoa.example>', senderProblem);
  const hoa = prompt || words.hoa ? await answerTo(words.hoa, FIRST, () => undefined) : undefined;
  const superadmin = hoa ? await answerTo(words.superadmin, 'Email of its superadmin', emailProblem) : undefined;
  prompt?.close();
  return {
    address: address.replace(/\/$/, ''),
    operator,
    mail,
    smtp,
    resendKey,
    from,
    hoa,
    superadmin,
    port: words.port ?? '8787',
  };
};

const FIRST = 'Name of the first association (empty: later, by porchlight hoas add)';
const required = (text: string) => (text === '' ? 'Please answer.' : undefined);
const addressProblem = (text: string) =>
  /^https?:\/\/[^/\s]+\/?$/.test(text) && URL.canParse(text)
    ? undefined
    : 'The address begins with https:// and ends after the name.';
const emailProblem = (text: string) => (/^[^@\s]+@[^@\s]+$/.test(text) ? undefined : 'That is no email address.');
const mailProblem = (text: string) =>
  ['smtp', 'resend', 'none'].includes(text) ? undefined : 'Answer smtp, resend or none.';
const smtpProblem = (text: string) =>
  /^smtps?:\/\/[^\s"]+$/.test(text) && URL.canParse(text)
    ? undefined
    : 'It begins with smtps:// or smtp://; signs such as " in the password are written as %22.';
const senderProblem = (text: string) =>
  /[^@\s<>]+@[^@\s<>]+>?$/.test(text) ? undefined : 'It holds an email address.';

export const installRelease = (home: Home, said: string[], root = ROOT): string => {
  const { version } = releaseIn(root);
  const folder = join(home.releases, version);
  mkdirSync(home.releases, { recursive: true, mode: 0o755 });
  if (folder !== root) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(root, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    said.push(`Copied the release ${version} to ${folder}.`);
  }
  pointTo(home, version);
  return folder;
};

/** Makes `current` name a release, in one step. */
export const pointTo = (home: Home, version: string): void => {
  const next = `${home.current}.next`;
  rmSync(next, { force: true });
  symlinkSync(join('releases', version), next);
  renameSync(next, home.current);
};

const ROOT_PLACES = { settings: '/etc/porchlight', data: '/var/lib/porchlight', command: '/usr/local/bin/porchlight' };

const writeSettings = (home: Home, answers: Answers, isRoot: boolean, said: string[]): void => {
  const file = isRoot ? join(ROOT_PLACES.settings, SETTINGS_FILE) : home.settings;
  const dataDir = isRoot ? ROOT_PLACES.data : join(home.folder, 'data');
  if (isRoot) mkdirSync(ROOT_PLACES.settings, { recursive: true, mode: 0o755 });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, settingsText(answers, { dataDir, backupDir: join(dataDir, 'backups') }), { mode: 0o640 });
  said.push(`Wrote the settings, with new secrets, to ${file}. Keep a copy of it apart from the backups.`);
  said.push(`Data goes to ${dataDir}, backups to ${join(dataDir, 'backups')} until BACKUP_DIR names another disk.`);
  if (isRoot) {
    symlinkSync(file, home.settings);
    makeUser(dataDir, file, said);
    rmSync(ROOT_PLACES.command, { force: true });
    symlinkSync(join(home.current, 'porchlight'), ROOT_PLACES.command);
    said.push(`${ROOT_PLACES.command} runs its commands.`);
  }
};

const makeUser = (dataDir: string, file: string, said: string[]): void => {
  const id = (flag: string) => Number(spawnSync('id', [flag, UNIT], { encoding: 'utf8' }).stdout);
  if (spawnSync('id', [UNIT]).status !== 0) {
    const made = spawnSync(
      'useradd',
      ['--system', '--user-group', '--home-dir', dataDir, '--shell', '/usr/sbin/nologin', UNIT],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new UserError(`The user ${UNIT} could not be made: ${made.stderr.trim()}`);
    said.push(`Made the user ${UNIT}, who has no rights but its data.`);
  }
  chownSync(dataDir, id('-u'), id('-g'));
  chownSync(file, 0, id('-g'));
  chmodSync(file, 0o640);
};

const registerUnit = (home: Home, said: string[]): void => {
  writeUnit(home, readInstance(home.settings));
  said.push(`Registered the service ${UNIT} (${UNIT_FILE}), which starts with the machine.`);
  if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['enable', '--quiet', UNIT]);
  else said.push('systemd does not run here, so porchlight start starts it.');
};

const nextSteps = (home: Home, { address, port, hoa }: Answers, isStarted: boolean): string => {
  const { hostname, protocol } = new URL(address);
  const command = join(home.current, 'porchlight');
  const certificates = `Certificates. With Caddy, put this into /etc/caddy/Caddyfile and run systemctl reload caddy:

${caddySite(hostname, port)}

   With nginx: ${command} proxy nginx`;
  const steps = [
    ...(protocol === 'https:' ? [certificates] : []),
    ...(hoa ? [] : ['The first association: porchlight hoas add "Oak Hollow" you@hoa.example']),
    'porchlight status',
  ];
  const lines = [
    '',
    isStarted ? `It runs, and answers on http://127.0.0.1:${port}.` : 'Start it: porchlight start.',
    '',
    'What is left:',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
  ];
  return lines.join('\n');
};

export const proxyText = (kind: string | undefined, address: string, port: string): string => {
  const { hostname } = new URL(address);
  if (kind === 'caddy') return caddySite(hostname, port);
  if (kind === 'nginx') return nginxSite(hostname, port);
  throw new UserError('Name the proxy: porchlight proxy caddy, or porchlight proxy nginx.');
};
