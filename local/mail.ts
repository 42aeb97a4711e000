/** The mail service as a process: `node local/mail.ts PORT`. Mail stays in memory and is shown at /inbox. */
import { createEmulator } from 'emulate';

const port = Number(process.argv[2]);
await createEmulator({ service: 'resend', port, baseUrl: `http://localhost:${port}` });
