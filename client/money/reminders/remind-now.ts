import { uuidv7 } from 'uuidv7';
import { save } from '../../device/store.ts';
import { SENT_LATER } from '../../screens/waiting.tsx';

export const NOT_REMINDED = 'The reminder could not be sent. Please try again.';

/** Mails the holders of an account what is due today. Throws what `save` throws. */
export const remindNow = (account_id: string): Promise<void> =>
  save('remindNow', { id: uuidv7(), account_id, written_at: new Date().toISOString() });

export const saidOfReminder = (online: boolean): string => (online ? 'Reminder on its way' : SENT_LATER);
