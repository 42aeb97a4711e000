/**
 * Ends the process groups of a stack that was killed and could not end them itself. Standard input carries their ids, one
 * a line, and with a minus once they have ended, because ids are reused. Its end means that the stack is gone.
 */
import { createInterface } from 'node:readline';

const groups = new Set<number>();
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const id = Number(line);
    if (id > 0) groups.add(id);
    else groups.delete(-id);
  })
  .on('close', () => {
    for (const group of groups) endGroup(group);
  });

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
