import * as z from 'zod/mini';
import { calendarDate, id, optionalText } from './inputs.ts';
import { ENTRY_NOTE_LIMIT, HOLDERS_LIMIT } from './ledger.ts';

export const CARRIES = ['none', 'balance', 'credit_only'] as const;
/** The part of the seller's balance that goes to the buyer: nothing, all of it, or their credit alone. */
export type Carry = (typeof CARRIES)[number];
const ISSUED_LIMIT = 100;
const ID_LIMIT = 64;
const ACCOUNT_MISSING = 'Please select an account.';

/** An account that exists. Its id is longer than a GUID; which exist, the mutator knows. */
export const accountId = z
  .string({ error: ACCOUNT_MISSING })
  .check(z.trim(), z.minLength(1, ACCOUNT_MISSING), z.maxLength(ID_LIMIT, ACCOUNT_MISSING));

/** The account that a change is about. Where a user was billed anew, a number stands after the "a". */
const subjectId = z
  .string({ error: 'Invalid id' })
  .check(z.toLowerCase(), z.regex(/^a\d*-[0-9a-f-]{36}$/, 'Invalid id'));

/** "a-" and a GUID, so that it is no user's id. */
const newAccountId = z
  .string({ error: 'Invalid id' })
  .check(z.toLowerCase(), z.regex(/^a-[0-9a-f-]{36}$/, 'Invalid id'));

const holders = (required: string) =>
  z.pipe(
    z
      .array(id, { error: required })
      .check(z.minLength(1, required), z.maxLength(HOLDERS_LIMIT, `An account has at most ${HOLDERS_LIMIT} holders.`)),
    z.transform((ids) => [...new Set(ids)]),
  );

export const accountInput = z.object({
  id: newAccountId,
  address_id: z._default(z.nullable(id), null),
  holder_ids: holders('Please select at least one holder.'),
});

/** `id` is the account's. */
export const holderInput = z.object({ id: subjectId, user_id: id });

/** `id` is the buyer's account; `issued` are the invoices to reverse and to issue to the buyer, under the ids of `as`. */
export const saleInput = z.object({
  id: newAccountId,
  account_id: accountId,
  on: calendarDate('Please select a date.'),
  buyer_ids: holders('Please select the new owner.'),
  carry: z._default(z.enum(CARRIES, { error: 'Please choose what happens to the balance.' }), 'none'),
  issued: z._default(
    z
      .array(z.object({ invoice_id: id, as: id }))
      .check(z.maxLength(ISSUED_LIMIT, `At most ${ISSUED_LIMIT} invoices can be reissued at once.`)),
    [],
  ),
});

export const accountFlags = z.object({
  id: subjectId,
  fees_off_until: z.optional(z.nullable(calendarDate('Please select a date.'))),
  mail_off: z.optional(z.boolean()),
  note: z.optional(optionalText(ENTRY_NOTE_LIMIT, `Note cannot exceed ${ENTRY_NOTE_LIMIT} characters`)),
});
