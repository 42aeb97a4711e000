export const HOA_NAME_LIMIT = 200;
export const CITY_LIMIT = 100;
export const ZIP_LIMIT = 20;

export const hoaNameKey = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');
