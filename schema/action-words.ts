/** No zod here, so that a screen can import them. */
export const ACTION_TITLE_REQUIRED = 'Please enter what needs to be done';
export const ACTION_OWNER_REQUIRED = 'Please enter who will do it';
