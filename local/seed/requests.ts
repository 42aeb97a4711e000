import type { HistoryEntry } from '../../schema/history.ts';
import type { RequestStatus } from '../../schema/requests.ts';
import { request_comments, requests } from '../../schema/tables/requests.ts';
import { isStaff } from '../../sync/roles.ts';
import { attach, type Community, historyEntry, keyOf, paragraphs } from './community.ts';
import type { RequestData } from './hoa-data.ts';

export const addRequests = (community: Community): void => {
  for (const data of community.data.requests) addRequest(community, data);
};

const addRequest = (community: Community, data: RequestData) => {
  const { rows, clock, hoa_id } = community;
  const by = community.person(data.by);
  const photo = data.photo ? attach(community, by, 'request', data.photo, data.title, keyOf(data)) : null;
  const id = community.id(`request/${keyOf(data)}`);
  const created_at = clock.ago(data.days);
  rows.add(requests, {
    id,
    hoa_id,
    user_id: by.id,
    address_id: by.address_id,
    title: data.title,
    description: paragraphs(data.text),
    category: data.category,
    status: data.status,
    photo_url: photo?.key ?? null,
    photo,
    assigned_to: data.assigned ? community.person(data.assigned).id : null,
    resolution_deadline: data.deadline === undefined ? null : deadline(community, data.deadline),
    resolution_notes: data.notes ?? null,
    history: history(community, data, created_at),
    created_at,
  });
  addThread(community, data, id, created_at);
};

const deadline = ({ clock }: Community, days: number) =>
  new Date(clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const PATHS: Record<RequestStatus, RequestStatus[]> = {
  open: [],
  in_progress: ['in_progress'],
  awaiting_info: ['in_progress', 'awaiting_info'],
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  rejected: ['rejected'],
};

const history = (community: Community, data: RequestData, created_at: string): HistoryEntry[] => {
  const path = PATHS[data.status];
  const staff = community.person(data.assigned ?? 'board');
  const times = community.clock.after(created_at, path.length);
  return [
    historyEntry(community.person(data.by), 'Created the request', created_at),
    ...path.map((status, n) => historyEntry(staff, `Set ${status.replaceAll('_', ' ')}`, times[n]!)),
  ];
};

const addThread = (community: Community, data: RequestData, request_id: string, created_at: string) => {
  const lines = data.thread ?? [];
  const times = community.clock.after(created_at, lines.length);
  lines.forEach((line, n) => {
    const author = community.person(line.who);
    community.rows.add(request_comments, {
      id: community.id(`comment/${keyOf(data)}/${n}`),
      hoa_id: community.hoa_id,
      request_id,
      resident_id: community.person(data.by).id,
      user_id: author.id,
      author_name: author.name,
      is_staff: isStaff(author.role),
      message: paragraphs(line.text),
      is_public: !line.private,
      created_at: times[n]!,
    });
  });
};
