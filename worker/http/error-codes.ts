/** The machine codes of errors, which stay as they are; the sentence beside one may change. The OpenAPI document lists them. */
export const ERROR_CODES = {
  invalid_input: 'The input is invalid; `errors` names the fields.',
  malformed_body: 'The body does not match its content type.',
  unknown_parameter: 'The query has a parameter that this operation does not know; `errors` names those it knows.',
  invalid_cursor: 'The `cursor` is unknown, too old, or belongs to another query: start again without one.',
  invalid_idempotency_key: 'The `Idempotency-Key` is not 1 to 255 visible ASCII characters.',
  not_signed_in: 'The token is missing, or the sign-in has ended.',
  invalid_credentials: 'Email or password is wrong.',
  token_invalid: 'The API token has expired, was revoked, or never existed.',
  second_factor_required: 'A code of the authenticator app is needed first.',
  forbidden: 'The role does not allow this.',
  token_scope: 'The API token does not have the scope this operation needs.',
  token_not_allowed: 'Only a signed-in person can do this, whatever the token’s scopes.',
  not_found: 'The record does not exist, or the caller may not see it.',
  unknown_path: 'The API does not have this path.',
  method_not_allowed: 'The path does not have this method; `Allow` lists those it has.',
  conflict: 'The record is not in a state that allows this, or has changed since.',
  id_taken: 'Another record already uses the id in the body.',
  several_associations: 'Email and password open several associations; `associations` lists them.',
  idempotency_key_in_use: 'The first call with this `Idempotency-Key` is still running.',
  idempotency_key_reused: 'This `Idempotency-Key` came with another method, path, body or role before.',
  idempotency_answer_lost: 'The call with this `Idempotency-Key` was carried out, but its answer was lost.',
  too_large: 'The body is too large.',
  upgrade_required: 'The app is out of date, or a WebSocket was expected.',
  too_many_requests: 'A limit is reached; `Retry-After` says when to try again.',
  internal_error: 'Something went wrong on our side; the message has the id of the request.',
  payment_service_away: 'The payment service could not be reached.',
  unavailable: 'A service this call needs is not available right now; nothing was changed.',
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** The code of an error that names none of its own. */
export const codeOf = (status: number): ErrorCode =>
  CODES[status] ?? (status < 500 ? 'invalid_input' : 'internal_error');

const CODES: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  426: 'upgrade_required',
  429: 'too_many_requests',
  502: 'payment_service_away',
  503: 'unavailable',
};
