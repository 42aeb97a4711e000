import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import { MAILS_PER_CALL } from '../../sync/chunks.ts';
import { titleOf } from '../../sync/ledger/entry-titles.ts';
import { sentenceOf } from '../../sync/ledger/explain.ts';
import { feesPostedFrom } from '../../sync/ledger/fees/posting.ts';
import { previewAccount, sumPreviews } from '../../sync/ledger/fees/preview.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Deps } from '../deps.ts';
import type { FeeNotice } from '../emails/fees.tsx';
import { type FeePage, readFeePage } from '../queries/fee-books.ts';
import { LETTERHEAD, type Letterhead, letterheadOf, withLetterhead } from '../queries/letterhead.ts';
import { isActive, json, queryAll, queryBatch } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { requireSent } from '../services/email.ts';
import type { Job } from './job.ts';

/** Tells the holders of an account of fees that were posted on it, but for those that were undone since. */
export const mailFees: Job<'mailFees'> = async (deps, { account_id, ids }, { id, hoa_id }) => {
  const { people, home, hoa, letterhead, fees } = await readFees(deps, hoa_id, account_id, ids);
  if (people.length === 0 || fees.length === 0) return;
  const { feesMail } = await import('../emails/fees.tsx');
  const mail = await feesMail(deps.config, { hoa, letterhead, home, fees });
  await send(deps, hoa_id, people, mail, id);
};

type Content = { subject: string; html: string; text: string };

const send = async (deps: Deps, hoa_id: string, people: readonly string[], mail: Content, key: string) => {
  const results = await sendDailyMails(
    deps,
    hoa_id,
    'invoices',
    people.map((to) => ({ ...mail, to })),
    key,
  );
  requireSent(results);
};

type Head = { mail_off: number; hoa: string; letterhead: Letterhead; home: string | null };
type Rows = { row: string }[];

const readFees = async ({ db, config }: Deps, hoa_id: string, account_id: string, ids: readonly string[]) => {
  const posted = JSON.stringify(ids);
  const [[head], people, entries, undone, policies] = await queryBatch<
    [Head[], { email: string }[], Rows, { source_id: string }[], Rows]
  >(db, [
    {
      sql: `SELECT a.mail_off, ${LETTERHEAD}, (SELECT trim(d.street || ' ' || coalesce(d.unit_number, '')) FROM addresses d
          WHERE d.hoa_id = a.hoa_id AND d.id = a.address_id) AS home
        FROM accounts a JOIN hoas h ON h.id = a.hoa_id WHERE a.hoa_id = ? AND a.id = ?`,
      args: [hoa_id, account_id],
    },
    {
      sql: `SELECT u.email FROM accounts a, json_each(a.holder_ids) j
        JOIN users u ON u.hoa_id = a.hoa_id AND u.id = j.value AND ${isActive('u')}
        WHERE a.hoa_id = ? AND a.id = ? ORDER BY j.key`,
      args: [hoa_id, account_id],
    },
    {
      sql: `SELECT ${shapes.entry.json} AS row FROM entries t WHERE t.hoa_id = ?1 AND (t.id IN (SELECT value FROM json_each(?2))
        OR t.id IN (SELECT source_id FROM entries WHERE hoa_id = ?1 AND id IN (SELECT value FROM json_each(?2))))`,
      args: [hoa_id, posted],
    },
    {
      sql: `SELECT source_id FROM entries WHERE hoa_id = ? AND account_id = ? AND kind = 'reversal'
        AND source_id IN (SELECT value FROM json_each(?))`,
      args: [hoa_id, account_id, posted],
    },
    { sql: `SELECT ${shapes.policy.json} AS row FROM policies t WHERE t.hoa_id = ?`, args: [hoa_id] },
  ]);
  const gone = new Set(undone.map(({ source_id }) => source_id));
  const fees = feesNotice(
    ids.filter((id) => !gone.has(id)),
    new Map(entries.map(({ row }) => json<Entry>(row)).map((entry) => [entry.id, entry])),
    policies.map(({ row }) => json<Policy>(row)),
  );
  const addressed = head?.mail_off ? [] : people.map(({ email }) => email);
  return {
    people: addressed,
    home: head?.home ?? null,
    hoa: head?.hoa ?? '',
    letterhead: head ? withLetterhead(config)(head).letterhead : letterheadOf(config, {}),
    fees,
  };
};

const feesNotice = (ids: readonly string[], entries: Map<string, Entry>, policies: readonly Policy[]): FeeNotice[] => {
  const rows = { entries, payments: new Map(), fold: fold<Entry>([], { policies, as_of: '2000-01-01' }) };
  return ids.flatMap((id) => {
    const entry = entries.get(id);
    const charge = entries.get(entry?.source_id ?? '');
    if (!entry || !charge || (entry.kind !== 'late_fee' && entry.kind !== 'interest')) return [];
    const policy = policies.find((one) => one.id === entry.rule?.policy_id);
    const { authority = null } = (policy?.settings ?? {}) as { authority?: string | null };
    const why = sentenceOf(entry, rows);
    return { kind: entry.kind, cents: entry.amount_cents, charge: titleOf(charge, rows), why, authority };
  });
};

/** Tells the board what the late fees of the next 60 days come to. */
export const mailFeeNotice: Job<'mailFeeNotice'> = async (deps, _, { id, hoa_id }) => {
  const people = await readBoard(deps, hoa_id);
  if (people.length === 0) return;
  const found = [];
  let page: FeePage = await readFeePage(deps, hoa_id, '');
  for (let read = 0; ; read += 1) {
    const options = { ...page.options, as_of: page.today, from: feesPostedFrom(page.hoa) };
    found.push(...page.books.map((books) => previewAccount(books, options)));
    if (page.last === null || read === READS) break;
    page = await readFeePage(deps, hoa_id, page.last);
  }
  const names = await readNames(deps, hoa_id);
  const { feeNoticeMail } = await import('../emails/fees.tsx');
  const mail = await feeNoticeMail(deps.config, {
    hoa: page.hoa.name,
    from: feesPostedFrom(page.hoa),
    preview: sumPreviews(found),
    nameOf: (account_id) => names.get(account_id) ?? 'Account',
  });
  await send(deps, hoa_id, people, mail, id);
};
/** 1,000 accounts, within the subrequests of a job. */
const READS = 20;

const readBoard = async ({ db }: Deps, hoa_id: string): Promise<string[]> => {
  const sql = `SELECT email FROM users WHERE hoa_id = ? AND role IN ('board', 'superadmin') AND status = 'active'
    AND deleted_at IS NULL ORDER BY id LIMIT ?`;
  return (await queryAll<{ email: string }>(db, sql, [hoa_id, MAILS_PER_CALL])).map(({ email }) => email);
};

const readNames = async ({ db }: Deps, hoa_id: string): Promise<Map<string, string>> => {
  const sql = `SELECT a.id, coalesce((SELECT trim(d.street || ' ' || coalesce(d.unit_number, '')) FROM addresses d
      WHERE d.hoa_id = a.hoa_id AND d.id = a.address_id),
      (SELECT u.name FROM users u WHERE u.hoa_id = a.hoa_id AND u.id = a.holder_ids ->> 0)) AS name
    FROM accounts a WHERE a.hoa_id = ?`;
  return new Map((await queryAll<{ id: string; name: string }>(db, sql, [hoa_id])).map(({ id, name }) => [id, name]));
};
