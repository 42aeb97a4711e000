import { uuidv7 } from 'uuidv7';
import { ANNOUNCEMENT_CATEGORIES } from '../../schema/announcements.ts';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import { VIOLATION_STATUSES } from '../../schema/violations.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { attachment, type Change, choose, DAY, person, rows, text } from './convergence-chance.ts';

export const COMMUNITY_CHANGES = {
  createAddress: () => ({ id: uuidv7(), street: `${uuidv7()} Road`, unit_number: null }),
  updateAddress: choose('address', () => ({
    street: `${uuidv7()} Road`,
    unit_number: null,
    is_rented: true,
    notes: 'x',
  })),
  deleteAddress: choose('address'),
  createRequest: (_, { pick, file }) => ({
    id: uuidv7(),
    title: 'x',
    description: text(),
    category: 'Other',
    photo_url: pick([null, file('requests')]),
  }),
  updateRequest: choose('request', ({ pick }) => ({ status: pick(REQUEST_STATUSES), resolution_notes: 'x' })),
  attachRequestFile: choose('request', ({ file }) => ({ photo_url: file('requests') })),
  addPhoto: choose('request', ({ file }) => ({ entity: 'request', photo_url: file('requests') })),
  removePhoto: (device, { pick }) => {
    const request = pick(rows(device, 'request'));
    return request?.photo_url ? { entity: 'request', id: request.id, photo_url: request.photo_url } : undefined;
  },
  addRequestComment: (device, { pick }) => {
    const request = pick(rows(device, 'request'));
    return request && { id: uuidv7(), request_id: request.id, message: text(), is_public: pick([true, true, false]) };
  },
  createAnnouncement: (device, chance) => ({
    id: uuidv7(),
    title: 'x',
    message: text(),
    category: 'general',
    audience_type: chance.pick(['all', 'residents', 'custom', 'board']),
    custom_recipients: [person(device, chance)].filter(Boolean),
    attachment: chance.pick([null, attachment(chance.file('announcements'))]),
  }),
  updateAnnouncement: choose('announcement', ({ pick }) => ({ title: 'y', category: pick(ANNOUNCEMENT_CATEGORIES) })),
  deleteAnnouncement: choose('announcement'),
  sendAnnouncement: choose('announcement'),
  scheduleAnnouncement: choose('announcement', ({ pick }) => ({
    send_at: pick(['2099-01-01T17:00:00.000Z', '2099-02-01T17:00:00.000Z', '2020-01-01T17:00:00.000Z']),
  })),
  unscheduleAnnouncement: choose('announcement'),
  retryAnnouncement: choose('announcement', () => ({ user_ids: [] })),
  markAnnouncementRead: choose('announcement'),
  createDocument: (_, { pick, file }) => ({
    id: uuidv7(),
    title: 'x',
    category: 'Other',
    notes: null,
    tags: [],
    is_public: pick([true, false]),
    s3_key: file('documents'),
    file_type: 'pdf',
    file_size: 9,
    text: pick([undefined, 'x y']),
  }),
  updateDocument: choose('document', ({ pick }) => ({ title: 'y', is_public: pick([true, false]) })),
  deleteDocument: choose('document'),
  createViolation: (device, chance) => {
    const user_id = person(device, chance);
    if (!user_id) return undefined;
    const words = { category: 'Other', title: 'x', message: text(), due_date: DAY };
    return { id: uuidv7(), user_id, ...words, photo_url: null };
  },
  updateViolation: choose('violation', () => ({ due_date: DAY })),
  setViolationStatus: choose('violation', ({ pick }) => ({ status: pick(VIOLATION_STATUSES) })),
  attachViolationFile: choose('violation', ({ file }) => ({ photo_url: file('violations') })),
  addViolationMessage: (device, { pick }) => {
    const violation = pick(rows(device, 'violation'));
    return violation && { id: uuidv7(), violation_id: violation.id, message: text(), is_internal: pick([true, false]) };
  },
} satisfies Partial<Record<MutatorName, Change>>;
