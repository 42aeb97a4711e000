/** Something the user can mend: shown as its one sentence, without a stack. */
export class UserError extends Error {}

/** Ends the command: a UserError in its own words, anything else with its stack. */
export const fail = (error: unknown): never => {
  console.error(error instanceof UserError ? error.message : error);
  process.exit(1);
};

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
