import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';

/** Where the API is; the server puts the line in front of this script. */
declare const STRIPE_API: string;

export type Intent = SetupIntent | PaymentIntent;
export type Result = { error?: StripeError; intent?: Intent };

/** A nested object as Stripe's form fields: a[b]=c. */
const formOf = (value: object, prefix = '', form = new URLSearchParams()): URLSearchParams => {
  for (const [key, item] of Object.entries(value)) {
    const name = prefix ? `${prefix}[${key}]` : key;
    if (item && typeof item === 'object') formOf(item, name, form);
    else if (item !== undefined && item !== null && item !== '') form.set(name, String(item));
  }
  return form;
};

export const CONNECTION_ERROR = {
  type: 'api_connection_error',
  message: 'We are experiencing issues connecting to our payments provider. Please try again.',
};

export const call = async <T>(
  method: string,
  path: string,
  fields: object,
): Promise<{ error?: StripeError; value?: T }> => {
  const form = formOf(fields);
  const url = `${STRIPE_API}${path}${method === 'GET' ? `?${form}` : ''}`;
  try {
    const answer = await fetch(url, method === 'GET' ? {} : { method, body: form });
    const body = (await answer.json()) as T & { error?: StripeError };
    return body.error ? { error: body.error } : { value: body };
  } catch {
    return { error: CONNECTION_ERROR as StripeError };
  }
};

const STYLES = {
  h2: 'font-size:1.1rem;font-weight:600;margin:0 0 .5rem',
  p: 'margin:0 0 1rem',
  form: 'display:grid;gap:.75rem',
  button:
    'min-height:44px;font:inherit;font-weight:600;border-radius:6px;border:1px solid #4f46c8;background:#fff;color:#4f46c8;cursor:pointer',
};

/** Shows the 3-D Secure dialog over the page. Resolves with the customer's choice. */
export const showAuthentication = (): Promise<'complete' | 'fail'> =>
  new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', '3-D Secure');
    dialog.style.cssText =
      'max-width:22rem;margin:auto;border:0;border-radius:10px;padding:1.5rem;color:#1b1d21;background:#fff;box-shadow:0 10px 40px #0006';
    dialog.innerHTML = `<h2>3-D Secure</h2><p>Your bank wants to know that it is you.</p>
<form method="dialog"><button value="complete">Complete</button><button value="fail">Fail</button></form>`;
    // Pages with a Content-Security-Policy let no style attribute of a text through.
    for (const [name, style] of Object.entries(STYLES))
      for (const element of dialog.querySelectorAll<HTMLElement>(name)) element.style.cssText = style;
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'complete' ? 'complete' : 'fail');
    });
    document.body.appendChild(dialog);
    dialog.showModal();
  });

export const pathOf = (secret: string) => {
  const id = secret.split('_secret_')[0] ?? '';
  return { id, path: `/v1/${id.startsWith('seti_') ? 'setup' : 'payment'}_intents/${id}` };
};

/** Sends the outcome to the emulator. Resolves with whether it was received. */
export const submitAuthentication = async (client_secret: string, outcome: 'complete' | 'fail'): Promise<boolean> => {
  const url = `${STRIPE_API}/_emulator/authenticate/${pathOf(client_secret).id}`;
  const body = JSON.stringify({ outcome, client_secret });
  return fetch(url, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  );
};
