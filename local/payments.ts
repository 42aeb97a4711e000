/** The payments service as a process: `node local/payments.ts PORT`. */
import { createEmulator } from 'emulate';

const port = Number(process.argv[2]);
await createEmulator({ service: 'stripe', port, baseUrl: `http://localhost:${port}` });
