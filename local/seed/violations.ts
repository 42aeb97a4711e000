import { addDays } from '../../schema/dates.ts';
import type { HistoryEntry } from '../../schema/history.ts';
import { type Resolution, type ViolationStatus, violation_messages, violations } from '../../schema/violations.ts';
import { isStaff } from '../../sync/roles.ts';
import { attach, type Community, historyEntry, paragraphs } from './community.ts';
import type { ViolationScript } from './script.ts';

/** Adds every violation of the script, with its messages, photo and history. */
export const addViolations = (community: Community): void => {
  for (const script of community.script.violations) addViolation(community, script);
};

const addViolation = (community: Community, script: ViolationScript) => {
  const { book, clock, hoa_id } = community;
  const resident = community.person(script.to);
  const issuer = community.person(script.by);
  const photo = script.photo ? attach(community, issuer, 'violation', script.photo, script.title) : null;
  const id = community.id(`violation/${script.title}`);
  const created_at = clock.ago(script.days);
  const history = historyOf(community, script, created_at);
  book.add(violations, {
    id,
    hoa_id,
    user_id: resident.id,
    address_id: resident.address_id,
    issued_by: issuer.id,
    issued_by_name: issuer.name,
    issued_by_email: issuer.email,
    category: script.category,
    title: script.title,
    message: paragraphs(script.text),
    due_date: addDays(clock.today, script.due),
    photo_url: photo?.key ?? null,
    photo,
    status: script.status,
    resolution: resolutionOf(script, history.at(-1)!),
    history,
    created_at,
  });
  addThread(community, script, id, created_at);
};

/** The statuses a violation went through to where it stands. */
const PATHS: Record<ViolationStatus, ViolationStatus[]> = {
  open: [],
  under_review: ['under_review'],
  resolved: ['under_review', 'resolved'],
  escalated: ['under_review', 'escalated'],
  dismissed: ['dismissed'],
};

const historyOf = (community: Community, script: ViolationScript, created_at: string): HistoryEntry[] => {
  const issuer = community.person(script.by);
  const path = PATHS[script.status];
  const times = community.clock.after(created_at, path.length);
  return [
    historyEntry(issuer, 'Created the violation', created_at),
    ...path.map((status, n) => historyEntry(issuer, `Set ${status.replaceAll('_', ' ')}`, times[n]!)),
  ];
};

const resolutionOf = (script: ViolationScript, last: HistoryEntry): Resolution | null =>
  script.status === 'resolved' || script.status === 'dismissed'
    ? {
        resolved_by: last.user_id,
        resolved_by_name: last.name,
        resolved_at: last.timestamp,
        resolution_notes: script.notes ?? null,
      }
    : null;

const addThread = (community: Community, script: ViolationScript, violation_id: string, created_at: string) => {
  const lines = script.thread ?? [];
  const times = community.clock.after(created_at, lines.length);
  lines.forEach((line, n) => {
    const sender = community.person(line.who);
    community.book.add(violation_messages, {
      id: community.id(`violationMessage/${script.title}/${n}`),
      hoa_id: community.hoa_id,
      violation_id,
      resident_id: community.person(script.to).id,
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
