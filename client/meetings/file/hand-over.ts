import { getDefaultStore } from 'jotai';
import type { Store } from '../../../sync/client/replicated-store.ts';
import { indexed } from '../../../sync/meetings/facts/fact-index.ts';
import {
  addedSentence,
  changesOf,
  fileNameOf,
  type Held,
  type MeetingFile,
  makeFile,
  readFile,
  WRONG_FILE,
} from '../../../sync/meetings/file.ts';
import type { MutatorName } from '../../../sync/mutators.ts';
import { Refusal } from '../../../sync/tx.ts';
import { saveAll, storeAtom } from '../../device/store.ts';
import { trueNow } from '../clock.ts';
import { deskOf } from '../desk-name.ts';
import { closing, ownOpening } from '../own-desk.ts';
import { recordFacts } from '../record.ts';

const ENTITIES = ['agendaItem', 'meetingFact', 'motion', 'minutesText', 'actionItem'] as const;

const openStore = async (): Promise<Store> => {
  const store = getDefaultStore().get(storeAtom);
  if (!store) throw new Refusal('forbidden', 'You are signed out');
  await Promise.all(ENTITIES.map((entity) => store.load(entity)));
  return store;
};

const heldIn = (store: Store, meeting_id: string): Held => ({
  items: store.rows('agendaItem').by('meeting_id', meeting_id),
  facts: store.rows('meetingFact').by('meeting_id', meeting_id),
  motions: store.rows('motion').by('meeting_id', meeting_id),
  texts: store.rows('minutesText').by('meeting_id', meeting_id),
  actions: store.rows('actionItem').by('meeting_id', meeting_id),
});

/** Gives this device's record of a meeting to the share sheet, else saves it as a file; who no longer sees the meeting has
 * what the server refused. Resolves with what came of it. Throws Refusal. */
export const handOver = async (id: string): Promise<'shared' | 'saved' | 'left'> => {
  const store = await openStore();
  const { actor } = store;
  const desk = deskOf(id);
  await closeDesk(id, store);
  const { title = '', starts_at } = store.rows('meeting').get(id) ?? {};
  const content = await makeFile({
    ...{ hoa_id: actor.hoa_id, meeting: { id, title }, desk, by: actor.id, made_at: trueNow() },
    ...{ held: heldIn(store, id), waiting: store.outbox.map(({ mutation, args }) => ({ mutation, args })) },
  });
  const name = fileNameOf(localDate(starts_at ?? content.made_at), desk);
  return give(new File([JSON.stringify(content)], name, { type: 'application/json' }));
};

/** Whoever adds the file has all that was recorded here. */
const closeDesk = async (id: string, store: Store): Promise<void> => {
  const facts = store.rows('meetingFact').by('meeting_id', id);
  if (ownOpening(indexed(facts))) await recordFacts(id, [closing(id)]);
};

const localDate = (instant: string): string => {
  const date = new Date(instant);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
};

const give = async (file: File): Promise<'shared' | 'saved' | 'left'> => {
  const shared = { files: [file] };
  if (!navigator.canShare?.(shared)) return save(file);
  return navigator.share(shared).then(
    () => 'shared',
    // Closing the share sheet is no failure; anything else leaves the file to be saved.
    (error: Error) => (error.name === 'AbortError' ? 'left' : save(file)),
  );
};

const save = (file: File): 'saved' => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return 'saved';
};

/** Adds what a file has and this device does not hold. Resolves with the sentence about it when all of it is stored on the
 * device. Throws Refusal; nothing is added then. */
export const addFile = async (meeting_id: string, file: Blob): Promise<string> => {
  const store = await openStore();
  const text = await file.text().catch(() => {
    throw new Refusal('invalid', WRONG_FILE);
  });
  const content: MeetingFile = await readFile(text, { hoa_id: store.actor.hoa_id, meeting_id });
  const found = changesOf(content, heldIn(store, meeting_id));
  await saveAll(found.changes.map(({ mutation, args }) => ({ mutation: mutation as MutatorName, args })));
  return addedSentence(content, found);
};
