/** The mail service as a process: `node local/mail.ts PORT`. Mail stays in memory and is shown at /inbox, to whoever has
 * the worker's key or the token of the machine. */
import { createEmulator } from 'emulate';
import { guardServers } from './guard.ts';

const { RESEND_API_KEY = '', LOCAL_TOKEN = '' } = process.env;
guardServers({ tokens: [RESEND_API_KEY, LOCAL_TOKEN], isOpen: () => false });
const port = Number(process.argv[2]);
await createEmulator({ service: 'resend', port, baseUrl: `http://localhost:${port}` });
