import { createClient } from '@libsql/client/web';
import type { Stack } from '../../local/stack.ts';
import { actorOf } from '../../sync/tx.ts';
import { tokenOf } from './caller.ts';
import { launch } from './chromium.ts';
import { measureEngine } from './engine.ts';
import { addRequests, createHoa, setPassword } from './fill.ts';
import { step } from './report.ts';
import { measureScreens } from './screens.ts';

const SIZE = 10_000;
/** The longest that either half may take, in milliseconds. */
const PART_MS = 120_000;
const PASSWORD = 'porchlight-bench-1';

/** The workload "hoa-10k" in headless Chromium: first the store alone, then the app with its screens. */
export const browserPart = async (stack: Stack, signal: AbortSignal): Promise<void> => {
  const db = createClient({ url: stack.urls.database });
  const ground = await createHoa(db, 'Bench Meadow');
  const ids = await addRequests(db, ground, 0, SIZE);
  const token = await tokenOf(db, stack, ground.bea);
  await setPassword(db, ground.bea, PASSWORD);
  const browser = await launch();
  signal.addEventListener('abort', () => void browser.close());
  try {
    const opening = { actor: actorOf(ground.bea), token };
    const scene = { stack, browser, ground, opening, size: SIZE, request_id: ids.at(-1)! };
    await step('store', () => measureEngine(scene), PART_MS);
    await step('screens', () => measureScreens({ ...scene, request_id: ids.at(-2)! }, PASSWORD), PART_MS);
  } finally {
    await browser.close();
    db.close();
  }
};
