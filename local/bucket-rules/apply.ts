import {
  type CORSRule,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Settings } from '../deploy/settings.ts';
import { messageOf, UserError } from '../user-error.ts';
import cors from './cors.json' with { type: 'json' };
import lifecycle from './lifecycle.json' with { type: 'json' };

const ORIGIN_PLACEHOLDER = 'PUBLIC_URL';
const REQUIRED = [ORIGIN_PLACEHOLDER, 'S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET'] as const;
const KEYS = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The rules of the bucket of an environment, with the app's address in place. */
export const rulesFor = (origin: string): { CORSRules: CORSRule[]; Rules: LifecycleRule[] } => ({
  CORSRules: cors.CORSRules.map((rule) => ({
    ...rule,
    AllowedOrigins: rule.AllowedOrigins.map((allowed) => (allowed === ORIGIN_PLACEHOLDER ? origin : allowed)),
  })),
  Rules: lifecycle.Rules as LifecycleRule[],
});

/**
 * Keeps versions and puts the rules on the bucket, with `admin`'s key where it is given, since the worker's own may not.
 * Replaces the rules that stand. Throws a UserError that names what the bucket has refused, after trying all.
 */
export const applyBucketRules = async (
  settings: Settings,
  admin: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<void> => {
  requireNames(settings);
  const { PUBLIC_URL = '', S3_BUCKET: Bucket } = settings;
  const s3 = clientOf(settings, admin);
  const { CORSRules, Rules } = rulesFor(PUBLIC_URL);
  const steps: [what: string, step: () => Promise<unknown>][] = [
    [
      'keeps versions',
      () => s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } })),
    ],
    [
      `lets ${PUBLIC_URL} upload and download`,
      () => s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } })),
    ],
    [
      `cleans up: ${Rules.map(({ ID }) => ID).join('; ')}`,
      () => s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } })),
    ],
  ];
  const refused: string[] = [];
  for (const [what, step] of steps) {
    const problem = await step().then(() => undefined, messageOf);
    if (problem === undefined) say(`${Bucket} ${what}.`);
    else refused.push(`${Bucket} has refused a rule, so it is not true that it ${what}: ${problem}`);
  }
  s3.destroy();
  if (refused.length > 0) throw new UserError(refused.join('\n'));
};

/** Throws a UserError that names what is missing. */
export const requireNames = (settings: Settings): void => {
  const missing = [...REQUIRED, ...KEYS].filter((name) => !settings[name]);
  if (missing.length > 0) throw new UserError(`These settings are missing: ${missing.join(', ')}.`);
};

const clientOf = (
  { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' }: Settings,
  admin: NodeJS.ProcessEnv,
) =>
  new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: admin.AWS_ACCESS_KEY_ID ?? S3_ACCESS_KEY_ID,
      secretAccessKey: admin.AWS_SECRET_ACCESS_KEY ?? S3_SECRET_ACCESS_KEY,
    },
  });
