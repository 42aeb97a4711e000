import * as z from 'zod/mini';
import { id } from '../../schema/inputs.ts';
import { factInput } from '../../schema/meeting-facts.ts';
import { agendaItemInput } from '../../schema/meeting-inputs.ts';
import { actionItemInput, minutesTextInput } from '../../schema/minutes-inputs.ts';
import { motionInput } from '../../schema/motions.ts';
import { plainText } from '../../schema/rich-text.ts';
import type { AgendaItem, Meeting, MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { ActionItem, MinutesText } from '../../schema/tables/minutes.ts';
import { Refusal } from '../tx.ts';
import { inOrder } from './agenda/agenda.ts';
import { contentOf, otherId } from './facts/fact-content.ts';
import { splitFacts } from './facts/split-facts.ts';

export const WRONG_FILE = 'This file belongs to another meeting or is damaged. Nothing was added.';
const FORMAT = 'porchlight-meeting-1';
/** Characters. A meeting of 400 units with everything in it takes 3 million. */
const LARGEST = 40_000_000;

/** The author of the row; null where that user is not known. */
const by = z.nullable(id);
const authored = <Shape extends z.core.$ZodShape>(input: z.ZodMiniObject<Shape>) =>
  z.object({ by, row: input }) as unknown as z.ZodMiniObject<{ by: typeof by; row: z.ZodMiniObject<Shape> }>;

const rowsSchema = z.object({
  /** Absent from files of earlier releases. */
  items: z._default(z.array(authored(agendaItemInput)), []),
  facts: z.array(z.object({ by, row: factInput })),
  motions: z.array(authored(motionInput)),
  texts: z.array(authored(minutesTextInput)),
  action_items: z.array(authored(actionItemInput)),
});
const fileSchema = z.object({
  format: z.literal(FORMAT),
  hoa_id: id,
  meeting_id: id,
  title: z.string(),
  desk: z.string().check(z.minLength(1), z.maxLength(60)),
  made_at: z.string(),
  rows: z.unknown(),
  sha256: z.string(),
});

type Rows = z.infer<typeof rowsSchema>;
export type MeetingFile = Omit<z.infer<typeof fileSchema>, 'rows'> & { rows: Rows };

/** A change that waits on the device or was refused. */
type Waiting = { mutation: string; args: Record<string, unknown> };

/** The rows of a meeting on a device. */
export type Held = {
  items: readonly AgendaItem[];
  facts: readonly MeetingFact[];
  motions: readonly Motion[];
  texts: readonly MinutesText[];
  actions: readonly ActionItem[];
};

type Source = {
  hoa_id: string;
  meeting: Pick<Meeting, 'id' | 'title'>;
  desk: string;
  /** The user of the device. */
  by: string;
  made_at: string;
  held: Held;
  /** Also those whose rows the device no longer shows. */
  waiting: readonly Waiting[];
};

/** The record of a device: agenda items, what happened, motions, texts and action items. Never ballot papers. */
export const makeFile = async ({ hoa_id, meeting, desk, by, made_at, held, waiting }: Source): Promise<MeetingFile> => {
  const mine = waiting.filter(({ args }) => args.meeting_id === meeting.id);
  const all = (mutation: string) => mine.filter((one) => one.mutation === mutation).map(({ args }) => args);
  const rows = {
    items: rowsOf(
      rowsSchema.shape.items.def.innerType,
      inOrder(held.items).map((row, at, all) => ({
        by: null,
        row: { ...row, after_id: all[at - 1]?.id ?? null, papers: row.papers?.map(({ document_id }) => document_id) },
      })),
      withAuthor(all('addAgendaItem'), by),
    ),
    facts: rowsOf(
      rowsSchema.shape.facts,
      held.facts.map((row) => ({ by: row.by, row })),
      all('recordFacts').flatMap(({ facts }) => withAuthor(facts, by)),
    ),
    motions: rowsOf(
      rowsSchema.shape.motions,
      held.motions.map((row) => ({ by: row.by, row })),
      withAuthor(all('makeMotion'), by),
    ),
    texts: rowsOf(
      rowsSchema.shape.texts,
      held.texts.map((row) => ({ by: row.by, row })),
      withAuthor(all('saveMinutesText'), by),
    ),
    action_items: rowsOf(
      rowsSchema.shape.action_items,
      held.actions.map((row) => ({ by: row.created_by, row: { ...row, at: row.created_at, desk: row.desk ?? desk } })),
      withAuthor(all('createActionItem'), by),
    ),
  };
  const signed = { hoa_id, meeting_id: meeting.id, desk, rows };
  return { format: FORMAT, ...signed, title: meeting.title, made_at, sha256: await sha256(signed) };
};

type Authored = { by: string | null; row: object };

const withAuthor = (rows: unknown, by: string): Authored[] =>
  (Array.isArray(rows) ? rows : []).map((row: object) => ({ by, row }));

/** Rows that the device shows stand for what waits under the same id; of a text that waits, the last one counts. What no
 * reader would take is left out, as JSON has it. */
const rowsOf = <Row>(
  schema: z.ZodMiniArray<z.core.$ZodType<Row>>,
  held: readonly Authored[],
  waiting: readonly Authored[],
): Row[] => {
  const idOf = ({ row }: Authored) => (row as { id: string }).id;
  const shown = new Set(held.map(idOf));
  const last = new Map(waiting.filter((one) => !shown.has(idOf(one))).map((one) => [idOf(one), one]));
  return [...held, ...last.values()].flatMap((one) => {
    const result = z.safeParse(schema.def.element, one);
    return result.success ? [JSON.parse(JSON.stringify(result.data)) as Row] : [];
  });
};

type Signed = Pick<MeetingFile, 'hoa_id' | 'meeting_id' | 'desk'> & { rows: unknown };

/** Hexadecimal. */
const sha256 = async ({ hoa_id, meeting_id, desk, rows }: Signed): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify([hoa_id, meeting_id, desk, rows]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Throws Refusal for the file of another HOA or meeting, and for a damaged one: nothing of it is taken. */
export const readFile = async (text: string, of: { hoa_id: string; meeting_id: string }): Promise<MeetingFile> => {
  const file = z.safeParse(fileSchema, text.length > LARGEST ? null : parsed(text));
  const refused = new Refusal('invalid', WRONG_FILE);
  if (!file.success || file.data.hoa_id !== of.hoa_id || file.data.meeting_id !== of.meeting_id) throw refused;
  if ((await sha256(file.data as Signed)) !== file.data.sha256) throw refused;
  const rows = z.safeParse(rowsSchema, file.data.rows);
  if (!rows.success) throw refused;
  const others = [...rows.data.items, ...rows.data.motions, ...rows.data.texts, ...rows.data.action_items];
  if (others.some(({ row }) => row.meeting_id !== of.meeting_id)) throw refused;
  return { ...file.data, rows: rows.data };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

type FileChanges = { changes: Waiting[]; added: number; known: number };

/** The changes that bring what a file has and the device does not hold. */
export const changesOf = ({ meeting_id, desk, rows }: MeetingFile, held: Held): FileChanges => {
  const [facts, motions] = [byId(held.facts), byId(held.motions)];
  const [texts, actions, items] = [byId(held.texts), byId(held.actions), byId(held.items)];
  const holds = (by: string | null, row: Rows['facts'][number]['row']): boolean => {
    const fact = { ...row, by, at: new Date(row.at).toISOString() } as MeetingFact;
    const known = facts.get(row.id);
    return known !== undefined && (contentOf(known) === contentOf(fact) || facts.has(otherId(fact)));
  };
  const holdsText = (row: Rows['texts'][number]['row']): boolean => {
    const known = texts.get(row.id);
    return known !== undefined && (known.at >= (row.at ?? '') || plainText(known.text) === plainText(row.text));
  };
  const newItems = rows.items.filter(({ row }) => !items.has(row.id));
  const newFacts = rows.facts.filter(({ by, row }) => !holds(by, row));
  const newMotions = rows.motions.filter(({ row }) => !motions.has(row.id));
  const newTexts = rows.texts.filter(({ row }) => !holdsText(row));
  const newActions = rows.action_items.filter(({ row }) => !actions.has(row.id));
  const single = (mutation: string) => (one: { by: string | null; row: object }) => ({
    mutation,
    args: { ...one.row, meeting_id, file: { desk, by: one.by } },
  });
  const changes = [
    ...newItems.map(single('addAgendaItem')),
    ...newMotions.map(single('makeMotion')),
    ...[...Map.groupBy(newFacts, (one) => one.by)].flatMap(([by, ones]) =>
      splitFacts(ones.map(({ row }) => row)).map((part) => ({
        mutation: 'recordFacts',
        args: { meeting_id, facts: part, file: { desk, by } },
      })),
    ),
    ...newTexts.map(single('saveMinutesText')),
    ...newActions.map(single('createActionItem')),
  ];
  const recorded = [rows.facts, rows.motions, rows.texts, rows.action_items].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  const added = newFacts.length + newMotions.length + newTexts.length + newActions.length;
  return { changes, added: added + newItems.length, known: recorded - added };
};

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** "Added 4 new entries from Desk 1. 2 were here already." */
export const addedSentence = ({ desk }: Pick<MeetingFile, 'desk'>, { added, known }: FileChanges): string =>
  `Added ${added} new entries from ${desk}. ${known} were already here.`;

/** "meeting-2026-11-12-desk-1.json"; `date` is calendar. */
export const fileNameOf = (date: string, desk: string): string =>
  `meeting-${date}-${
    desk
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'device'
  }.json`;
