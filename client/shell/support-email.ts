/** Where people write to when they need help: one configured value for every screen. */
export const SUPPORT_EMAIL: string = import.meta.env.VITE_SUPPORT_EMAIL;
