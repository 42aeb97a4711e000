export const VIOLATION_CATEGORIES = [
  'Lawn Maintenance',
  'Parking',
  'Noise',
  'Architectural',
  'Trash',
  'Pet',
  'Other',
] as const;
export type ViolationCategory = (typeof VIOLATION_CATEGORIES)[number];
export const VIOLATION_STATUSES = ['open', 'under_review', 'resolved', 'escalated', 'dismissed'] as const;
export type ViolationStatus = (typeof VIOLATION_STATUSES)[number];
export const DUE_DATE_PAST = 'Due date cannot be in the past';

export type Resolution = {
  resolved_by: string;
  resolved_by_name: string;
  resolved_at: string;
  resolution_notes: string | null;
};
