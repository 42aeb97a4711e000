import { downloadInput, presignFor } from '../../schema/upload-inputs.ts';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { downloadUrl, issueUpload } from '../services/uploads.ts';
import { handler } from './query.ts';
import type { Described, Route, RouteName } from './route.ts';

type Of = Pick<Described, 'tag' | 'access' | 'scope'>;

export const upload = (route: RouteName, feature: UploadFeature, of: Of): Route =>
  handler(route, {
    ...of,
    summary: 'Get a link to upload a file to',
    notes: 'PUT the file to `uploadUrl` with the same content type, then name `s3Key` in the record.',
    body: presignFor(feature),
    answers: { 200: 'upload' },
    handle: async ({ deps, actor, input }) => issueUpload(deps, actor, feature, await input()),
  });

type ReadFile = (deps: Deps, viewer: Actor, key: string) => Promise<StoredFile>;

export const download = (route: RouteName, readFile: ReadFile, of: Of): Route =>
  handler(route, {
    ...of,
    summary: 'Get a link to a file',
    body: downloadInput,
    answers: { 200: 'download' },
    handle: async ({ deps, actor, input }) => {
      const file = await readFile(deps, actor, (await input()).s3Key);
      return { downloadUrl: await downloadUrl(deps, file) };
    },
  });
