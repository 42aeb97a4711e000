/**
 * Stands beside a stack and ends its process groups when the stack itself was killed and could not.
 * Standard input carries their ids, one a line, with a minus once they have ended: the system may give such an id to
 * somebody else. Its end means that the stack is gone.
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
