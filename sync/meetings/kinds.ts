import type { MeetingKind } from '../../schema/meetings.ts';

export const KIND_LABELS: Record<MeetingKind, string> = {
  board_regular: 'Board meeting',
  board_special: 'Special board meeting',
  board_emergency: 'Emergency board meeting',
  member_annual: 'Annual meeting',
  member_special: 'Special member meeting',
};

export const MEETING_NOT_FOUND = 'Meeting not found or you do not have permission to view it';
