/** `name` is the author's at the time; if `staff`, it is masked for residents. */
export type HistoryEntry = { action: string; user_id: string; name: string; staff: boolean; timestamp: string };
