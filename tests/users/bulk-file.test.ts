import fc from 'fast-check';
import papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../client/files/decode-text.ts';
import { COLUMNS } from '../../client/people/bulk-columns.ts';
import { fileProblem, readBulkFile } from '../../client/people/users/bulk-file.ts';
import { readTable } from '../../client/people/users/bulk-table.ts';
import { file, HEADER, problem, ROW, read, sent } from '../support/bulk-file.ts';
import { runs } from '../support/runs.ts';

const utf16 = (text: string, { big = false, mark = false } = {}): Uint8Array => {
  const bytes = new Uint8Array(Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le'));
  return big ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
};
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Text of the characters that Windows-1252 shares with Latin-1. */
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('the file', () => {
  test('[BULK-02] its name must end in .csv, in any case', () => {
    expect(fileProblem({ name: 'people.xlsx', size: 10 })).toBe('Please upload a CSV file (.csv)');
    expect(fileProblem({ name: 'people.csv.exe', size: 10 })).toBe('Please upload a CSV file (.csv)');
    expect(fileProblem({ name: 'PEOPLE.CSV', size: 10 })).toBeUndefined();
  });

  test('[BULK-03] it must be under 5 MB', () => {
    expect(fileProblem({ name: 'a.csv', size: 5 * 1024 * 1024 })).toBe('File size must be less than 5MB');
    expect(fileProblem({ name: 'a.csv', size: 5 * 1024 * 1024 - 1 })).toBeUndefined();
  });

  test('[BULK-04] an empty one says so, with or without a header, blank lines or a mark', async () => {
    for (const content of ['', ' \n\r\n ', '\ufeff', HEADER, `${HEADER}\n\n,,,,,,\n`, utf16('', { mark: true })])
      expect(await problem(content)).toBe('No data found in file');
  });

  test('[BULK-04] what is no text cannot be read: a renamed workbook, a picture, a file that has gone', async () => {
    const noise = Uint8Array.from({ length: 999 }, (_, index) => (index * 89) % 251);
    const workbooks = [
      [0x50, 0x4b, 3, 4, 20, 0, 6, 0],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1],
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0],
    ];
    for (const content of [...workbooks.map((bytes) => Uint8Array.from(bytes)), noise])
      expect(await problem(content)).toBe('Failed to parse file');
    const gone = { name: 'a.csv', size: 9, arrayBuffer: () => Promise.reject(new DOMException('gone')) };
    await expect(readBulkFile(gone)).rejects.toThrow('Failed to parse file');
  });

  test('[BULK-04] 10,000 rows are read, and refused with a sentence: the server takes 5,000', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `,,,Person ${n},person${n}@example.com,Resident,`);
    expect(await problem([HEADER, ...rows].join('\n'))).toMatch(/^You can create up to 5,000 users .* 10,000 rows/);
    const shares: number[] = [];
    const whole = await readBulkFile(file([HEADER, ...rows.slice(0, 5000)].join('\n')), (share) => shares.push(share));
    expect([whole.rows.length, whole.errors]).toEqual([5000, []]);
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });
});

describe('encodings and forms', () => {
  const text = `${HEADER}\n,,,José Ñuñez,jose@example.com,Board Member,`;
  const forms: [name: string, bytes: Uint8Array][] = [
    ['UTF-8', utf8(text)],
    ['UTF-8 with its mark', utf8(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(text)],
    ['UTF-16 LE with its mark', utf16(text, { mark: true })],
    ['UTF-16 BE', utf16(text, { big: true })],
    ['UTF-16 BE with its mark', utf16(text, { big: true, mark: true })],
    ['Windows-1252', latin(text)],
    ['DOS text, which ends with Ctrl-Z', utf8(`${text}\r\n\u001a`)],
  ];
  test.each(forms)('[BULK-05] a file in %s is read', async (_, bytes) => {
    const { rows, errors } = await read(bytes);
    expect(errors).toEqual([]);
    expect(rows.map(({ user }) => user?.resident_name)).toEqual(['José Ñuñez']);
  });

  test('[BULK-05] the signs of Windows-1252 are read as such', () => {
    expect(decodeText(Uint8Array.from([0x80, 0x93, 0x61, 0x94, 0xe9]))).toBe('€“a”é');
  });

  test.each([',', ';', '\t'])('[BULK-05] %j separates, whatever stands in the cells', async (separator) => {
    const names = ['Name', 'Email', 'Role', 'Phone'].join(separator);
    const row = ['"Smith, John; ""Jack""\tJr"', 'a@example.com', 'Resident', ''].join(separator);
    const { rows, errors } = await read(`${names}\n${row}`);
    expect([errors, rows[0]?.user?.resident_name]).toEqual([[], 'Smith, John; "Jack"\tJr']);
  });

  test.each([['\r\n'], ['\n'], ['\r']])('[BULK-05] lines end with %j', async (end) => {
    expect((await read([HEADER, ROW, '', ''].join(end))).rows).toHaveLength(1);
  });

  test('[BULK-05] a quoted cell may hold a line end', async () => {
    const [row, next] = await sent('"12 Maple\nCourt",,Rental,Ann Lee,ann@example.com,Resident,', ROW);
    expect([row?.street, next?.resident_name]).toEqual(['12 Maple\nCourt', 'Maria Alvarez']);
  });

  test('[BULK-05] cells that a spreadsheet would run as formulas are data', async () => {
    const [row] = await sent(',,,=Ann Lee,+ann@example.com,Resident,+1 555 0100');
    expect(row).toEqual({
      resident_name: '=Ann Lee',
      resident_email: '+ann@example.com',
      role: 'resident',
      phone: '+1 555 0100',
    });
    expect((await sent(',,,@Ann,-ann@example.com,Resident,-1'))[0]?.resident_name).toBe('@Ann');
  });

  const cell = fc
    .string({ unit: 'grapheme-composite', maxLength: 12 })
    .map((text) => text.replace(/[\p{Cc}\p{Cs}]|^\ufeff/gu, ''));
  const table = fc.array(
    fc.array(
      fc.oneof(
        cell,
        cell.map((text) => `${text}\n,;\t"${text}`),
      ),
      { minLength: 7, maxLength: 7 },
    ),
    { maxLength: 6 },
  );
  const encodings = [
    utf8,
    (text: string) => utf8(`\ufeff${text}`),
    utf16,
    (text: string) => utf16(text, { big: true }),
    (text: string) => utf16(text, { mark: true }),
    (text: string) => utf16(text, { big: true, mark: true }),
  ];

  test('[BULK-05] any table, written with any separator, line end and encoding, reads back as the same rows', () =>
    fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\r\n', '\n'),
        fc.constantFrom(...encodings),
        fc.boolean(),
        async (rows, delimiter, newline, encode, quotes) => {
          const marked = rows.map((row, index) => [`${index} ${row[0]}`, ...row.slice(1)]);
          const text = papa.unparse([Object.values(COLUMNS), ...marked], { delimiter, newline, quotes });
          const back = marked.length > 0 ? (await readTable(decodeText(encode(text)))).rows : [];
          expect(back.map(({ cells, fault }) => [cells, fault])).toEqual(marked.map((row) => [row, undefined]));
        },
      ),
      { numRuns: runs(60, 150) },
    ));
});
