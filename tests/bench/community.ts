import type { Client } from '@libsql/client';
import { ANNOUNCEMENT_CATEGORIES, DELIVERY_METHODS } from '../../schema/announcements.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import type { Violation } from '../../schema/tables/violations.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { type BenchHoa, EPOCH, idAt, insert, titleOf } from './fill.ts';

const MINUTE = 60_000;
const STATUSES = ['sent', 'sent', 'draft', 'sent', 'sent', 'failed', 'sent', 'scheduled'] as const;
const LIES = [1, 3, 1, 20, 2];

export const addAnnouncements = (db: Client, ground: BenchHoa, count: number): Promise<void> =>
  insert(
    db,
    'announcement',
    Array.from({ length: count }, (_, number) => announcement(ground, number)),
  );

export const addViolations = (db: Client, ground: BenchHoa, count: number): Promise<void> =>
  insert(
    db,
    'violation',
    Array.from({ length: count }, (_, number) => violation(ground, number)),
  );

const announcement = ({ hoa_id, bea }: BenchHoa, number: number): Announcement => {
  const at = EPOCH + number * MINUTE;
  const status = STATUSES[number % STATUSES.length]!;
  const sent_at = new Date(at + LIES[number % LIES.length]! * MINUTE).toISOString();
  return {
    id: idAt(at),
    hoa_id,
    rev: 1,
    title: titleOf(number),
    message: `<p>${titleOf(number)}. We have called somebody to see to it; please keep clear of it until then.</p>`,
    category: ANNOUNCEMENT_CATEGORIES[Math.floor(number / 7) % ANNOUNCEMENT_CATEGORIES.length]!,
    status,
    audience_type: 'all',
    custom_recipients: [],
    attachment: null,
    history: [],
    delivery_methods: [...DELIVERY_METHODS],
    recipient_count: 0,
    delivered_count: 0,
    failed_count: 0,
    created_by: bea.id,
    created_by_name: bea.name,
    created_at: new Date(at).toISOString(),
    sent_at: status === 'sent' ? sent_at : null,
    sending_since: null,
    edits: null,
  };
};

const violation = ({ hoa_id, bea, neighbours }: BenchHoa, number: number): Violation => {
  const at = EPOCH + number * MINUTE;
  const created_at = new Date(at).toISOString();
  const resident = neighbours[number % neighbours.length]!;
  return {
    id: idAt(at),
    hoa_id,
    rev: 1,
    user_id: resident.id,
    address_id: resident.address_id,
    issued_by: bea.id,
    issued_by_name: bea.name,
    issued_by_email: bea.email,
    category: VIOLATION_CATEGORIES[number % VIOLATION_CATEGORIES.length]!,
    title: titleOf(number),
    message: `<p>${titleOf(number)}. Please see to it before the date below, or write to us here.</p>`,
    due_date: new Date(at + 30 * 24 * 60 * MINUTE).toISOString().slice(0, 10),
    photo_url: null,
    photo: null,
    status: VIOLATION_STATUSES[number % VIOLATION_STATUSES.length]!,
    resolution: null,
    history: [{ action: 'Created the violation', user_id: bea.id, name: bea.name, staff: true, timestamp: created_at }],
    created_at,
    edits: null,
  };
};
