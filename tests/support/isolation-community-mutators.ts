import { uuidv7 } from 'uuidv7';
import type { MutatorCells } from './isolation-cells.ts';

const attachment = (key: string) => ({ s3_key: key, filename: 'plan.pdf', file_size: 9, file_type: 'pdf' });
const DAY = '2098-05-01';

/** The mutators of requests, announcements, documents and violations. */
export const COMMUNITY_MUTATORS = {
  createRequest: {
    args: ({ files, entry }) => ({
      id: uuidv7(),
      title: 'x',
      description: '<p>x</p>',
      category: 'Other',
      entry_id: entry,
      photo_url: files.requests,
      more_photo_urls: [],
    }),
    resident: 'ok',
    creates: 'request',
  },
  updateRequest: {
    args: ({ request, board }) => ({
      id: request,
      status: 'closed',
      assigned_to: board,
      resolution_deadline: DAY,
      resolution_notes: 'x',
      base: {},
    }),
    resident: 'forbidden',
  },
  addPhoto: {
    args: ({ request, files }) => ({ entity: 'request', id: request, photo_url: files.requests }),
    resident: 'ok',
  },
  removePhoto: {
    args: ({ request, photo }) => ({ entity: 'request', id: request, photo_url: photo }),
    resident: 'ok',
  },
  attachRequestFile: { args: ({ request, files }) => ({ id: request, photo_url: files.requests }), resident: 'ok' },
  addRequestComment: {
    args: ({ request, files }) => ({
      id: uuidv7(),
      request_id: request,
      message: '<p>x</p>',
      is_public: true,
      photo_url: files.requests,
      // The board's alone.
      status: undefined,
      more_photo_urls: [],
    }),
    resident: 'ok',
    creates: 'comment',
  },
  createAnnouncement: {
    args: ({ resident, files }) => ({
      id: uuidv7(),
      title: 'x',
      message: '<p>x</p>',
      category: 'general',
      audience_type: 'custom',
      custom_recipients: [resident],
      streets: ['Elm Street'],
      attachment: attachment(files.announcements),
      delivery_methods: ['email'],
    }),
    resident: 'forbidden',
    creates: 'draft',
  },
  updateAnnouncement: {
    args: ({ draft, resident, files }) => ({
      id: draft,
      title: 'x',
      message: '<p>x</p>',
      category: 'general',
      audience_type: 'custom',
      custom_recipients: [resident],
      streets: ['Elm Street'],
      attachment: attachment(files.announcements),
      base: {},
    }),
    resident: 'not_found',
  },
  deleteAnnouncement: { args: ({ draft }) => ({ id: draft }), resident: 'not_found' },
  sendAnnouncement: { args: ({ draft }) => ({ id: draft, base: {} }), resident: 'not_found' },
  scheduleAnnouncement: {
    args: ({ draft }) => ({ id: draft, send_at: '2099-01-01T17:00:00.000Z', base: {} }),
    resident: 'not_found',
  },
  unscheduleAnnouncement: { args: ({ draft }) => ({ id: draft }), resident: 'not_found' },
  retryAnnouncement: {
    args: ({ sent, newcomer }) => ({ id: sent, user_ids: [newcomer] }),
    resident: 'forbidden',
    passesOver: ['user_ids.0'],
  },
  markAnnouncementRead: { args: ({ sent }) => ({ id: sent }), resident: 'ok' },
  createDocument: {
    args: ({ files }) => ({
      id: uuidv7(),
      title: 'x',
      category: 'Other',
      notes: null,
      tags: [],
      is_public: false,
      s3_key: files.documents,
      file_type: 'pdf',
      file_size: 9,
      text: 'x',
    }),
    resident: 'forbidden',
    creates: 'document',
  },
  updateDocument: {
    args: ({ document }) => ({
      id: document,
      title: 'y',
      category: 'Legal',
      notes: 'x',
      tags: ['x'],
      is_public: false,
      base: {},
    }),
    resident: 'forbidden',
  },
  deleteDocument: { args: ({ document }) => ({ id: document }), resident: 'forbidden' },
  createViolation: {
    args: ({ resident, files }) => ({
      id: uuidv7(),
      user_id: resident,
      category: 'Other',
      title: 'x',
      message: '<p>x</p>',
      due_date: DAY,
      photo_url: files.violations,
      more_photo_urls: [],
    }),
    resident: 'forbidden',
    creates: 'violation',
  },
  updateViolation: {
    args: ({ violation }) => ({ id: violation, due_date: DAY }),
    resident: 'forbidden',
  },
  setViolationStatus: {
    args: ({ violation }) => ({ id: violation, status: 'resolved', resolution_notes: 'x', base: {} }),
    resident: 'forbidden',
  },
  attachViolationFile: {
    args: ({ violation, files }) => ({ id: violation, photo_url: files.violations }),
    resident: 'forbidden',
  },
  addViolationMessage: {
    args: ({ violation, files }) => ({
      id: uuidv7(),
      violation_id: violation,
      message: '<p>x</p>',
      is_internal: false,
      photo_url: files.violations,
      // The board's alone.
      status: undefined,
      base: undefined,
      more_photo_urls: [],
    }),
    resident: 'ok',
    creates: 'message',
  },
} satisfies MutatorCells;
