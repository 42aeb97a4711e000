/** The address of support, set when the client is built. */
export const SUPPORT_EMAIL: string = import.meta.env.VITE_SUPPORT_EMAIL;
