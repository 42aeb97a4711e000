import type { HistoryEntry } from '../../schema/history.ts';
import { type RequestStatus, request_comments, requests } from '../../schema/requests.ts';
import { isStaff } from '../../sync/roles.ts';
import { attach, type Community, historyEntry, paragraphs } from './community.ts';
import type { RequestScript } from './script.ts';

/** Adds every request of the script, with its thread, photo and history. */
export const addRequests = (community: Community): void => {
  for (const script of community.script.requests) addRequest(community, script);
};

const addRequest = (community: Community, script: RequestScript) => {
  const { book, clock, hoa_id } = community;
  const by = community.person(script.by);
  const photo = script.photo ? attach(community, by, 'request', script.photo, script.title) : null;
  const id = community.id(`request/${script.title}`);
  const created_at = clock.ago(script.days);
  book.add(requests, {
    id,
    hoa_id,
    user_id: by.id,
    address_id: by.address_id,
    title: script.title,
    description: paragraphs(script.text),
    category: script.category,
    status: script.status,
    photo_url: photo?.key ?? null,
    photo,
    assigned_to: script.assigned ? community.person(script.assigned).id : null,
    resolution_deadline: script.deadline === undefined ? null : deadline(community, script.deadline),
    resolution_notes: script.notes ?? null,
    history: history(community, script, created_at),
    created_at,
  });
  addThread(community, script, id, created_at);
};

const deadline = ({ clock }: Community, days: number) =>
  new Date(clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** The statuses a request went through to where it stands. */
const PATHS: Record<RequestStatus, RequestStatus[]> = {
  open: [],
  in_progress: ['in_progress'],
  awaiting_info: ['in_progress', 'awaiting_info'],
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  rejected: ['rejected'],
};

const history = (community: Community, script: RequestScript, created_at: string): HistoryEntry[] => {
  const path = PATHS[script.status];
  const staff = community.person(script.assigned ?? 'board');
  const times = community.clock.after(created_at, path.length);
  return [
    historyEntry(community.person(script.by), 'Created the request', created_at),
    ...path.map((status, n) => historyEntry(staff, `Set ${status.replaceAll('_', ' ')}`, times[n]!)),
  ];
};

const addThread = (community: Community, script: RequestScript, request_id: string, created_at: string) => {
  const lines = script.thread ?? [];
  const times = community.clock.after(created_at, lines.length);
  lines.forEach((line, n) => {
    const author = community.person(line.who);
    community.book.add(request_comments, {
      id: community.id(`comment/${script.title}/${n}`),
      hoa_id: community.hoa_id,
      request_id,
      resident_id: community.person(script.by).id,
      user_id: author.id,
      author_name: author.name,
      is_staff: isStaff(author.role),
      message: paragraphs(line.text),
      is_public: !line.private,
      created_at: times[n]!,
    });
  });
};
