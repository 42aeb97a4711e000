/** No zod here, so that a screen can import them. */
export const ACTION_TITLE_REQUIRED = 'Please say what is to be done';
export const ACTION_OWNER_REQUIRED = 'Please say who does it';
