import { inject } from 'vitest';
import type { Secrets } from '../../../local/secrets.ts';
import type { Urls } from '../../../local/variables.ts';
import { nth } from '../../support/required.ts';

/** Its worker may call `receiver`, where a test that is told something listens. */
export type TestStack = { urls: Urls; secrets: Secrets; dataDir: string; receiver: { origin: string; port: number } };

declare module 'vitest' {
  interface ProvidedContext {
    stacks: TestStack[];
  }
}

/** The stack of this worker. Test files that run at the same time share no stack. */
export const testStack = (): TestStack => nth(inject('stacks'), Number(process.env.VITEST_POOL_ID) - 1);
