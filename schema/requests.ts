export const REQUEST_CATEGORIES = ['Maintenance', 'Modification', 'Inquiry', 'Other'] as const;
export type RequestCategory = (typeof REQUEST_CATEGORIES)[number];
/** A request may wait so many days for an answer before someone is reminded. */
export const MOST_DAYS_UNANSWERED = 60;
export const DAYS_UNANSWERED = `Enter a whole number of days from 1 to ${MOST_DAYS_UNANSWERED}`;
/** The id of a user by category. */
export type AssignRules = Partial<Record<RequestCategory, string>>;
export const REQUEST_STATUSES = ['open', 'in_progress', 'awaiting_info', 'resolved', 'closed', 'rejected'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
