import { type Served, serve } from './served.ts';

type Upload = { worker: string; bindings: Record<string, unknown>[]; keep_bindings: string[] };
export type CloudflareApi = Served & { uploads: Upload[]; calls: string[] };

/** As much of Cloudflare's API (https://developers.cloudflare.com/api/) as wrangler asks for a worker that is new. */
export const startCloudflareApi = async (onUpload: () => Promise<void>): Promise<CloudflareApi> => {
  const calls: string[] = [];
  const uploads: Upload[] = [];
  const upload = async (request: Request) => {
    const worker = /scripts\/([\w-]+)/.exec(request.url)?.[1] ?? '';
    const metadata = JSON.parse(String((await request.formData()).get('metadata')));
    uploads.push({ worker, bindings: metadata.bindings, keep_bindings: metadata.keep_bindings });
    await onUpload();
    return {};
  };
  const served = await serve(async (request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/accounts\/\w+\/workers\//, '')}`;
    calls.push(call);
    if (request.headers.get('Authorization') !== 'Bearer the-token') return answer(null, 403, 'Authentication error');
    if (call.startsWith('GET services/')) return answer(null, 404, 'workers.api.error.service_not_found', 10090);
    if (/^PUT scripts\/[\w-]+$/.test(call)) return answer(await upload(request));
    const [, result = {}] = ANSWERS.find(([pattern]) => pattern.test(call)) ?? [];
    return answer(result);
  });
  return { ...served, uploads, calls };
};

const ANSWERS: [RegExp, unknown][] = [
  [/\/assets-upload-session$/, { jwt: 'of this session', buckets: [] }],
  [
    /\/settings$/,
    {
      bindings: [
        { type: 'plain_text', name: 'SUPPORT_EMAIL', text: 'support@porchlight.test' },
        { type: 'secret_text', name: 'JWT_SECRET' },
        { type: 'secret_text', name: 'JWT_SECRET_PREVIOUS' },
        { type: 'plain_text', name: 'FORMER_SETTING', text: 'on' },
        { type: 'durable_object_namespace', name: 'POKE' },
      ],
    },
  ],
  [/\/secrets$/, []],
  [/\/deployments$/, { deployments: [] }],
  [/^GET workers\//, { subdomain: { enabled: false, previews_enabled: false } }],
  [/\/subdomain$/, { enabled: false, previews_enabled: false }],
  [/\/domains\/changeset$/, { added: [], removed: [], updated: [], conflicting: [] }],
];

const answer = (result: unknown, status = 200, message = '', code = 10000) =>
  Response.json(
    { success: status < 400, errors: status < 400 ? [] : [{ code, message }], messages: [], result },
    { status },
  );
