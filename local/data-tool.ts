import { type Deployment, openDeployment } from './deployment.ts';
import { Processes } from './processes.ts';
import { fail } from './user-error.ts';

/** The means of a tool for data. Its processes are stopped and what it holds is let go when it ends. */
export type DataTool = {
  processes: Processes;
  /** The deployment of these options, held until the end. Throws a UserError. */
  open(source: Parameters<typeof openDeployment>[1]): Promise<Deployment>;
  /** `release` is called at the end. */
  hold(release: () => void): void;
};

/** Runs a tool and ends this process with the code that it gives, or with 1 and the message of what it throws. */
export const runDataTool = async (run: (tool: DataTool) => Promise<number>): Promise<void> => {
  const processes = new Processes(() => undefined);
  const releases: (() => void)[] = [];
  const end = async () => {
    await processes.stop();
    for (const release of releases) release();
  };
  const hold = (release: () => void) => void releases.push(release);
  const open: DataTool['open'] = async (source) => {
    const deployment = await openDeployment(processes, source);
    hold(deployment.release);
    return deployment;
  };
  try {
    const code = await run({ processes, open, hold });
    await end();
    process.exit(code);
  } catch (error) {
    await end();
    fail(error);
  }
};

/** Runs `work` on the data of a folder, beside the stack or the instance that uses it, if one does. */
export const withDeployment = async <T>(
  { dataDir, file }: { dataDir: string; file: string },
  work: (deployment: Deployment) => Promise<T>,
): Promise<T> => {
  process.env.PORCHLIGHT_SETTINGS = file;
  const processes = new Processes(() => undefined);
  const deployment = await openDeployment(processes, { dataDir, variables: {} });
  return work(deployment).finally(async () => {
    await processes.stop();
    deployment.release();
  });
};
