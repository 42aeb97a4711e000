import { addDays } from '../../schema/dates.ts';
import type { HistoryEntry } from '../../schema/history.ts';
import { violation_messages, violations } from '../../schema/tables/violations.ts';
import type { Resolution, ViolationStatus } from '../../schema/violations.ts';
import { isStaff } from '../../sync/roles.ts';
import { attach, type Community, historyEntry, keyOf, paragraphs } from './community.ts';
import type { ViolationData } from './hoa-data.ts';

export const addViolations = (community: Community): void => {
  for (const data of community.data.violations) addViolation(community, data);
};

const addViolation = (community: Community, data: ViolationData) => {
  const { rows, clock, hoa_id } = community;
  const resident = community.person(data.to);
  const issuer = community.person(data.by);
  const photo = data.photo ? attach(community, issuer, 'violation', data.photo, data.title, keyOf(data)) : null;
  const id = community.id(`violation/${keyOf(data)}`);
  const created_at = clock.ago(data.days);
  const history = historyOf(community, data, created_at);
  rows.add(violations, {
    id,
    hoa_id,
    user_id: resident.id,
    address_id: resident.address_id,
    issued_by: issuer.id,
    issued_by_name: issuer.name,
    issued_by_email: issuer.email,
    category: data.category,
    title: data.title,
    message: paragraphs(data.text),
    due_date: addDays(clock.today, data.due),
    photo_url: photo?.key ?? null,
    photo,
    status: data.status,
    resolution: resolutionOf(data, history.at(-1)!),
    history,
    created_at,
  });
  addThread(community, data, id, created_at);
};

const PATHS: Record<ViolationStatus, ViolationStatus[]> = {
  open: [],
  under_review: ['under_review'],
  resolved: ['under_review', 'resolved'],
  escalated: ['under_review', 'escalated'],
  dismissed: ['dismissed'],
};

const historyOf = (community: Community, data: ViolationData, created_at: string): HistoryEntry[] => {
  const issuer = community.person(data.by);
  const path = PATHS[data.status];
  const times = community.clock.after(created_at, path.length);
  return [
    historyEntry(issuer, 'Created the violation', created_at),
    ...path.map((status, n) => historyEntry(issuer, `Set ${status.replaceAll('_', ' ')}`, times[n]!)),
  ];
};

const resolutionOf = (data: ViolationData, last: HistoryEntry): Resolution | null =>
  data.status === 'resolved' || data.status === 'dismissed'
    ? {
        resolved_by: last.user_id,
        resolved_by_name: last.name,
        resolved_at: last.timestamp,
        resolution_notes: data.notes ?? null,
      }
    : null;

const addThread = (community: Community, data: ViolationData, violation_id: string, created_at: string) => {
  const lines = data.thread ?? [];
  const times = community.clock.after(created_at, lines.length);
  lines.forEach((line, n) => {
    const sender = community.person(line.who);
    community.rows.add(violation_messages, {
      id: community.id(`violationMessage/${keyOf(data)}/${n}`),
      hoa_id: community.hoa_id,
      violation_id,
      resident_id: community.person(data.to).id,
      sender_id: sender.id,
      sender_name: sender.name,
      is_staff: isStaff(sender.role),
      message: paragraphs(line.text),
      is_internal: line.private ?? false,
      photo_url: null,
      photo: null,
      sent_at: times[n]!,
    });
  });
};
