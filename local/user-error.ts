/** An error that the user can fix: printed without a stack trace. */
export class UserError extends Error {}

export const fail = (error: unknown): never => {
  console.error(error instanceof UserError ? error.message : error);
  process.exit(1);
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
