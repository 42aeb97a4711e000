/**
 * Stands beside a stack and ends its process groups when the stack itself was killed and could not.
 * Standard input carries their ids, one a line; its end means that the stack is gone.
 */
import { createInterface } from 'node:readline';

const groups: number[] = [];
createInterface({ input: process.stdin })
  .on('line', (line) => groups.push(Number(line)))
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
