export const REQUEST_CATEGORIES = ['Maintenance', 'Modification', 'Inquiry', 'Other'] as const;
export type RequestCategory = (typeof REQUEST_CATEGORIES)[number];
/** The id of a user by category. */
export type AssignRules = Partial<Record<RequestCategory, string>>;
export const REQUEST_STATUSES = ['open', 'in_progress', 'awaiting_info', 'resolved', 'closed', 'rejected'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
