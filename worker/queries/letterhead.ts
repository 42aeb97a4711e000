import { contactLine } from '../../sync/hoas/contact.ts';
import { json } from './query.ts';

/** The columns `hoa` and `contact` of a mail, from the HOA `h`. Pass the row to `withContact`. */
export const LETTERHEAD = `h.name AS hoa, json_object('street', h.street, 'city', h.city, 'state', h.state, 'zip', h.zip,
  'email', h.email, 'phone', h.phone) AS contact`;

export const withContact = <T extends { contact: string }>(row: T): T => ({
  ...row,
  contact: contactLine(json(row.contact)),
});
