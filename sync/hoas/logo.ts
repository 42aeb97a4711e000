export const NO_LOGO = { logo_key: null, logo_width: null, logo_height: null, logo_pending: false };

/** Where the file is served to everyone, for sign-in pages and mails: `files/HOA/branding/UUID.png` as `/api/logos/HOA/UUID.png`. */
export const logoPath = (key: string): string => key.replace(/^files\/(.+)\/branding\//, '/api/logos/$1/');
