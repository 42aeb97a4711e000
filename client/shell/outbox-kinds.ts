import type { ListChange } from '../../schema/edits.ts';
import { isBlank, plainText } from '../../schema/rich-text.ts';
import { changesBy } from '../../sync/addresses.ts';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import type { MutatorName } from '../../sync/index.ts';
import { drafts, paths } from '../paths.ts';
import { formatAddress, formatLabel } from '../ui/format.ts';

type Args = Record<string, unknown>;
/** Looks up what a change is about: the title of the record with that id, if it is on this device. */
type TitleOf = (id: unknown) => string;
/** Where a change is put right: a screen, and the draft its form opens with. */
type Place = { href: string; draft?: { key: string; value: unknown } };
type Kind = { title: (args: Args, titleOf: TitleOf) => string; place: (args: Args) => Place };

/** How each kind of change reads in the outbox, and where it is edited. */
const KINDS: Partial<Record<MutatorName, Kind>> = {
  createAnnouncement: {
    title: ({ title }) => `Announcement: ${title}`,
    place: ({ id: _, written_at: __, delivery_methods: ___, ...values }) => ({
      href: paths.announcementCreate(),
      draft: { key: drafts.announcement(), value: values },
    }),
  },
  updateAnnouncement: {
    title: ({ id, fileName }, titleOf) => `${fileName ? 'Attachment' : 'Announcement'}: ${titleOf(id)}`,
    place: ({ id, written_at: _, fileName: __, ...changes }) => ({
      href: paths.announcementEdit(String(id)),
      draft: { key: drafts.announcementEdit(String(id)), value: changes },
    }),
  },
  deleteAnnouncement: aboutAnnouncement('Delete'),
  sendAnnouncement: aboutAnnouncement('Send'),
  retryAnnouncement: aboutAnnouncement('Retry'),
  markAnnouncementRead: aboutAnnouncement('Read'),
  createRequest: {
    title: ({ title }) => `Request: ${title}`,
    place: ({ title, category, description }) => ({
      href: paths.requestCreate(),
      draft: { key: drafts.request(), value: { title, category, description } },
    }),
  },
  addRequestComment: {
    title: ({ request_id }, titleOf) => `Message: ${titleOf(request_id)}`,
    place: ({ request_id, message }) => ({
      href: paths.requestMessages(String(request_id)),
      draft: { key: drafts.requestMessage(String(request_id)), value: message },
    }),
  },
  updateRequest: {
    title: ({ id, status }, titleOf) =>
      status ? `Status: ${titleOf(id)} → ${formatLabel(String(status))}` : `Request: ${titleOf(id)}`,
    place: ({ id }) => ({ href: paths.request(String(id)) }),
  },
  attachRequestFile: {
    title: ({ id }, titleOf) => `Attachment: ${titleOf(id)}`,
    place: ({ id }) => ({ href: paths.request(String(id)) }),
  },
  createViolation: {
    title: ({ title }) => `Violation: ${title}`,
    place: ({ user_id, title, category, message, due_date }) => ({
      href: paths.violationCreate(),
      draft: { key: drafts.violation(), value: { user_id, title, category, message, due_date } },
    }),
  },
  addViolationMessage: {
    title: ({ violation_id }, titleOf) => `Message: ${titleOf(violation_id)}`,
    place: ({ violation_id, message }) => ({
      href: paths.violationMessages(String(violation_id)),
      draft: { key: drafts.violationMessage(String(violation_id)), value: message },
    }),
  },
  setViolationStatus: {
    title: ({ id, status }, titleOf) => `Status: ${titleOf(id)} → ${formatLabel(String(status))}`,
    place: ({ id }) => ({ href: paths.violation(String(id)) }),
  },
  attachViolationFile: {
    title: ({ id }, titleOf) => `Attachment: ${titleOf(id)}`,
    place: ({ id }) => ({ href: paths.violation(String(id)) }),
  },
  createDue: {
    title: ({ title }) => `Due: ${title}`,
    place: ({ id: _, written_at: __, ...values }) => ({
      href: paths.dueCreate(),
      draft: { key: drafts.due(), value: values },
    }),
  },
  updateDue: {
    title: ({ id, title }, titleOf) => `Due: ${title ?? titleOf(id)}`,
    place: ({ id, written_at: _, ...changes }) => ({
      href: paths.dueEdit(String(id)),
      draft: { key: drafts.dueEdit(String(id)), value: changes },
    }),
  },
  createDocument: {
    title: ({ title }) => `Document: ${title}`,
    place: () => ({ href: paths.documents() }),
  },
  deleteDocument: {
    title: ({ title }) => `Delete: ${title}`,
    place: () => ({ href: paths.documents() }),
  },
  createAddress: {
    title: (args) => `Address: ${placeOf(args)}`,
    place: ({ street, unit_number }) => ({
      href: paths.addressAdd(),
      draft: { key: drafts.address(), value: { street, unit_number: unit_number ?? '' } },
    }),
  },
  updateAddress: {
    title: (args) => `Address: ${placeOf(args)}`,
    place: ({ id, written_at: _, ...update }) => ({
      href: paths.addressEdit(String(id)),
      draft: { key: drafts.addressEdit(String(id)), value: { ...changesBy(update), base: update.base } },
    }),
  },
  deleteAddress: {
    title: ({ title }) => (title ? `Delete: ${title}` : 'Delete an address'),
    place: () => ({ href: paths.addresses() }),
  },
  assignAddress: {
    title: ({ title }) => (title ? `Assign: ${title}` : 'Assign an address'),
    place: ({ address_id }) => ({ href: paths.addressResidents(String(address_id)) }),
  },
  unassignAddress: {
    title: ({ title }) => (title ? `Unassign: ${title}` : 'Unassign an address'),
    place: ({ address_id }) => ({
      href: address_id ? paths.addressResidents(String(address_id)) : paths.addresses(),
    }),
  },
  inviteUser: {
    title: ({ email }) => `Invitation: ${email}`,
    place: ({ email, role, address_id, phone }) => ({
      href: paths.userInvite(),
      draft: { key: drafts.invitation(), value: { email, role, address_id, phone } },
    }),
  },
  resendInvite: {
    title: ({ id }, titleOf) => `Invitation again: ${titleOf(id)}`,
    place: () => ({ href: paths.users() }),
  },
  updateUser: {
    title: ({ id, status }, titleOf) => `User: ${titleOf(id)}${status ? ` → ${formatLabel(String(status))}` : ''}`,
    place: ({ id, name, role, status }) => ({
      href: paths.userEdit(String(id)),
      draft: { key: drafts.userEdit(String(id)), value: { name, role, status } },
    }),
  },
  resendFailedJob: { title: () => 'Resend what failed', place: () => ({ href: paths.needsAttention() }) },
  dismissFailedJob: { title: () => 'Dismiss what failed', place: () => ({ href: paths.needsAttention() }) },
  deleteUser: {
    title: ({ id }, titleOf) => `Delete: ${titleOf(id)}`,
    place: () => ({ href: paths.users() }),
  },
};

function placeOf({ street, unit_number }: Args): string {
  return formatAddress({ street: String(street), unit_number: unit_number ? String(unit_number) : null });
}

/** What has nothing to put right but the announcement itself. */
function aboutAnnouncement(verb: string): Kind {
  return {
    title: ({ id }, titleOf) => `${verb}: ${titleOf(id)}`,
    place: ({ id }) => ({ href: paths.announcement(String(id)) }),
  };
}

const kindOf = ({ mutation }: OutboxItem) => KINDS[mutation as MutatorName];

/** "Request: May I paint my door oxblood?" */
export const titleOfItem = (item: OutboxItem, titleOf: TitleOf): string =>
  kindOf(item)?.title(item.args, titleOf) ?? formatLabel(item.mutation.replace(/[A-Z]/g, ' $&'));

/** Where the item is put right; undefined where no screen can. */
export const placeOfItem = (item: OutboxItem): Place | undefined => kindOf(item)?.place(item.args);

const HIDDEN = new Set([
  'id',
  'written_at',
  'request_id',
  'violation_id',
  'user_id',
  'address_id',
  'photo_url',
  'is_public',
]);

/** What was written in it beyond its title, as plain text, one field a line. */
export const contentOfItem = (item: OutboxItem, titleOf: TitleOf, except: readonly string[] = []): string =>
  linesOf(item, titleOf, new Set([...IN_TITLE, ...except])).join('\n');
const IN_TITLE = new Set(['title', 'status']);

/** Everything that was written in it, as plain text to be pasted elsewhere. */
export const textOfItem = (item: OutboxItem, titleOf: TitleOf): string =>
  [titleOfItem(item, titleOf), ...linesOf(item, titleOf)].join('\n');

const linesOf = ({ args }: OutboxItem, titleOf: TitleOf, except: ReadonlySet<string> = new Set()): string[] =>
  Object.entries(args)
    .filter(([name]) => !HIDDEN.has(name) && !except.has(name))
    .flatMap(([name, value]) => {
      const label = formatLabel(name.replace(/[A-Z]/g, ' $&'));
      if (isWritten(value)) return [`${label}: ${plainText(String(value))}`];
      return isListChange(value) ? listLines(label, value, titleOf) : [];
    });

const listLines = (label: string, { added, removed }: ListChange, titleOf: TitleOf): string[] => [
  ...(added.length > 0 ? [`${label} added: ${added.map(titleOf).join(', ')}`] : []),
  ...(removed.length > 0 ? [`${label} taken away: ${removed.map(titleOf).join(', ')}`] : []),
];

const isListChange = (value: unknown): value is ListChange =>
  typeof value === 'object' && value !== null && 'added' in value && 'removed' in value;

const isWritten = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && !isBlank(value));
