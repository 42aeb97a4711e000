type Ids = (id: string) => string;

/** The day on which all examples take place. */
const TODAY = '2026-03-02';
const AT = `${TODAY}T17:30:00.000Z`;
const [PAST, FUTURE] = ['2026-02-01', '2026-04-01'];
const DAY = 86_400_000;
const LONGEST = 240;

/** A recorded call without what another recording would have otherwise: ids, times and secrets. Lists have one item. */
export const scrubbed = <T>(recorded: T): T => {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `01959f2e-7c00-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  return scrub(recorded, '', idOf) as T;
};

const scrub = (value: unknown, name: string, idOf: Ids): unknown => {
  if (Array.isArray(value)) return value.slice(0, LENGTHS[name] ?? 1).map((one) => scrub(one, name, idOf));
  if (typeof value === 'string') return SECRETS[name] ?? scrubText(value, name, idOf);
  if (value === null || typeof value !== 'object') return value;
  const { openapi } = value as { openapi?: string };
  const entries = openapi ? [['openapi', openapi]] : Object.entries(value);
  const each = (one: unknown, key: string) =>
    name === 'changes' && Array.isArray(one) ? one.map((end) => scrub(end, key, idOf)) : scrub(one, key, idOf);
  return Object.fromEntries(entries.map(([key = '', one]) => [scrubText(key, '', idOf), each(one, key)]));
};

/** Lists that have more than one item. */
const LENGTHS: Readonly<Record<string, number>> = { instalments: 2 };

/** These stand in the place of each, by the name of its field. */
const SECRETS: Readonly<Record<string, string>> = {
  token: 'the-token-of-the-link',
  accessToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.signature',
  password: 'plum-harbor-77',
  currentPassword: 'plum-harbor-77',
  newPassword: 'plum-harbor-78',
  code: '123456',
  recoveryCodes: 'abcd-efgh-jkmn-pqrs',
  uri: 'otpauth://totp/Porchlight:sue%40example.test?issuer=Porchlight&secret=JBSWY3DPEHPK3PXP',
  setup_intent_client_secret: 'seti_1Example_secret_Example',
  proof: '1.proof',
  instance: '0123456789abcdef',
  epoch: '0123456789abcdef.1',
  uploadUrl: 'https://files.example.test/tmp/plan.pdf?signature=of-the-server',
  downloadUrl: 'https://files.example.test/files/plan.pdf?signature=of-the-server',
  checkout_url: 'https://payments.example.test/checkout',
  portal_url: 'https://payments.example.test/portal',
  onboarding_url: 'https://payments.example.test/onboarding',
};

/** Fixtures say "x", or a text that only people of one association may see, where nothing depends on the words. These do. */
const WORDS: Readonly<Record<string, string>> = {
  title: 'Lamp at the gate',
  description: 'The lamp at the gate is out.',
  message: 'The lamp at the gate is out.',
  text: 'The lamp at the gate is out.',
  category: 'Maintenance',
  name: 'Ann Lee',
  mover: 'Ann Lee',
  owners: 'Ann Lee',
  giver_name: 'Ann Lee',
  holder_name: 'Ann Lee',
  place: 'Clubhouse',
  location: 'Clubhouse',
  label: '12 Willow Lane',
  street: '12 Willow Lane',
};
const OTHERWISE = 'As agreed by phone';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const scrubText = (text: string, name: string, idOf: Ids): string => {
  const word = WORDS[name] ?? OTHERWISE;
  const plain = text
    .replace(/Seen by [0-9a-f-]{36} alone/g, word)
    .replace(/^(<p>)?[xy](<\/p>)?$/, `$1${word}$2`)
    .replace(/\S+ Willow Lane [\da-f-]{36}/g, '12 Willow Lane')
    .replace(/\b(Willow|Maple|Oak) [\da-f-]{12,36}/g, '$1 Creek')
    .replace(
      /\b([a-z]+-)?[\da-f-]{12,36}(@|%40)example\.test/g,
      (_all, who = 'ann-', at) => `${who.slice(0, -1)}${at}example.test`,
    )
    .replace(/https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?/g, 'https://porchlight.example.test')
    .replace(/\(Reference [0-9a-f]{16}\)/, '(Reference 0123456789abcdef)')
    .replace(/[\w-]{43}\.ics/, 'the-token-of-the-calendar.ics')
    .replace(/\bplt_[\w-]{20,}/g, 'plt_example')
    .replace(/\bwhsec_[\w+/=-]{20,}/g, 'whsec_ZXhhbXBsZQ==')
    .replace(/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXP')
    .replace(/\b(sub|seti|pm|pi|cus|acct|evt|cs_test|prod|price)_[\w-]{8,}/g, '$1_1Example')
    .replace(/\b\w+day, \w+ \d{1,2}, 20\d\d at \d{1,2}:\d\d [AP]M/g, 'Monday, March 2, 2026 at 11:30 AM')
    .replace(/\b[A-Z][a-z]{2,8} \d{1,2}, 20\d\d\b/g, 'March 2, 2026')
    .replace(ID, idOf)
    .replace(/\b20\d\d-\d\d-\d\d(T[\d:.]+Z)?/g, (one) => near(one) + (one.includes('T') ? AT.slice(10) : ''));
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain;
};

const distance = (time: string): number => Date.parse(time) - Date.now();

const near = (date: string): string => {
  const away = distance(date.slice(0, 10)) / DAY;
  return Math.abs(away) < 2 ? TODAY : away < 0 ? PAST : FUTURE;
};
