import { messageOf } from '../user-error.ts';
import type { Check, Subject } from './check.ts';
import { checkFiles } from './files.ts';
import { checkLedger } from './ledger.ts';
import { checkLog } from './log.ts';
import { checkMoney } from './money.ts';
import { checkOutbox } from './outbox.ts';
import { checkForeignKeys, checkIntegrity, checkMigrations, checkVariables } from './structure.ts';

const CHECKS: Record<string, Check> = {
  environment: checkVariables,
  migrations: checkMigrations,
  integrity: checkIntegrity,
  'foreign keys': checkForeignKeys,
  log: checkLog,
  money: checkMoney,
  ledger: checkLedger,
  outbox: checkOutbox,
  files: checkFiles,
};

/** Calls `report` after each check, with its problems. A check that cannot be made is a finding. */
export const examine = async (subject: Subject, report: (name: string, problems: string[]) => void): Promise<void> => {
  for (const [name, check] of Object.entries(CHECKS)) {
    const problems = await check(subject).catch((error) => [`This could not be checked: ${messageOf(error)}.`]);
    report(name, problems);
  }
};
