import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../paths.ts';
import { messageOf } from '../user-error.ts';
import { type EnvironmentName, isKnownSetting, type Settings, WORKER_SETTINGS } from './settings.ts';

/** Names in `.env.<name>` that nothing reads: an earlier release has read them, or they are misspelled. */
export const unreadSettings = (name: EnvironmentName, folder = ROOT): string[] => {
  const file = join(folder, `.env.${name}`);
  const kept = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
  return kept
    .filter((one) => !isKnownSetting(one))
    .map((one) => `${one} in .env.${name} is not used. Remove it, or correct its name.`);
};

/** Settings that the deployed worker still has and that these do not give it, one sentence each, since a deployment
 * removes nothing. Source:
 * https://developers.cloudflare.com/api/resources/workers/subresources/scripts/subresources/settings/ */
export const leftovers = async (name: EnvironmentName, settings: Settings): Promise<string[]> => {
  const { CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN } = settings;
  const base = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4';
  const url = `${base}/accounts/${CLOUDFLARE_ACCOUNT_ID}/workers/scripts/${workerOf(name)}/settings`;
  try {
    const answer = await fetch(url, {
      headers: { Authorization: `Bearer ${CLOUDFLARE_API_TOKEN}` },
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`Cloudflare answered ${answer.status}`);
    const { result } = (await answer.json()) as { result: { bindings?: { type: string; name: string }[] } };
    return (result.bindings ?? [])
      .filter((one) => isVariable(one.type) && !settings[one.name as keyof Settings])
      .map((one) => sentenceOf(name, one));
  } catch (error) {
    return [`Could not check whether the worker has unused variables: ${messageOf(error)}.`];
  }
};

/** As [env.<name>] in wrangler.toml calls it. */
const workerOf = (name: EnvironmentName) => (name === 'production' ? 'porchlight' : `porchlight-${name}`);

const isVariable = (type: string) => type === 'secret_text' || type === 'plain_text';

const sentenceOf = (name: EnvironmentName, variable: { type: string; name: string }): string => {
  const why =
    variable.name in WORKER_SETTINGS
      ? `is not in .env.${name}, and still counts`
      : 'is no longer read by this version of the worker';
  const how =
    variable.type === 'secret_text'
      ? `npx wrangler secret delete ${variable.name} --env ${name}`
      : 'Cloudflare, the worker, Settings, Variables';
  return `${variable.name} is set on the worker and ${why}. To take it off: ${how}.`;
};
