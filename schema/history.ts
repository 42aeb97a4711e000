/** One line of an activity history. `name` is the author's at the time; `staff` decides whether residents see it. */
export type HistoryEntry = { action: string; user_id: string; name: string; staff: boolean; timestamp: string };
