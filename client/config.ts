export const SUPPORT_EMAIL: string = import.meta.env.VITE_SUPPORT_EMAIL;

/** Names the sources that this client was built from. */
export const BUILD: string = import.meta.env.VITE_BUILD ?? 'dev';
