import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { Archive } from '../../client/files/archive.ts';

const entriesOf = async (archive: Archive) => unzipSync(new Uint8Array(await archive.finish().arrayBuffer()));

test('an archive holds texts that were written at once and files of any size, whatever their names', async () => {
  const archive = new Archive();
  const [one, other] = [archive.open('a.txt'), archive.open('ünï/b.txt')];
  for (const word of ['one', 'two']) {
    one.write(`${word} `);
    other.write(`${word} ${'x'.repeat(200_000)}`);
  }
  one.end();
  other.end();
  const large = new Uint8Array(9 * 1024 * 1024).fill(7);
  archive.add('large.bin', large);
  archive.add('empty.bin', new Uint8Array());
  const entries = await entriesOf(archive);
  expect(Object.keys(entries)).toEqual(['a.txt', 'ünï/b.txt', 'large.bin', 'empty.bin']);
  expect(strFromU8(entries['a.txt'] ?? new Uint8Array())).toBe('one two ');
  expect(entries['ünï/b.txt']?.length).toBe(400_008);
  expect(entries['large.bin']).toEqual(large);
  expect([archive.entries, entries['empty.bin']?.length]).toEqual([4, 0]);
});
