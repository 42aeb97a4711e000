import { expect, test } from 'vitest';
import { openingFileProblem, readOpeningFile } from '../../client/money/opening/opening-csv.ts';

/** How a file reads whose only line has these cells. */
const readCells = async (balance: string, as_of: string) => {
  const file = await readOpeningFile(`Email;As Of;Balance\na@example.test;${as_of};${balance}`);
  return file.lines[0]?.line ?? file.leftOut[0]?.msg;
};

test.each([
  ['1,234.56', 1234.56],
  ['$1,234.56', 1234.56],
  ['(12.00)', -12],
  ['-12.00', -12],
  [' 460 ', 460],
  ['.5', 0.5],
])('[OPEN-01] %s is read as an amount', async (text, balance) => {
  expect(await readCells(text, '2026-01-31')).toMatchObject({ balance });
});

test.each(['1,23', '12.345', 'twelve', '()'])('[OPEN-01] %s is no amount', async (text) => {
  expect(await readCells(text, '2026-01-31')).toBe(`Line 2: “${text}” is not an amount.`);
});

test('[OPEN-01] a line without a balance, or with one of 0, is left out', async () => {
  expect(await readCells('', '2026-01-31')).toBe('Line 2: the balance is missing.');
  expect(await readCells('0.00', '2026-01-31')).toBe('Line 2: the balance is 0.');
});

test.each([
  ['2026-01-31', '2026-01-31'],
  ['1/31/2026', '2026-01-31'],
  ['01/05/2026', '2026-01-05'],
])('[OPEN-01] %s is read as a date', async (text, as_of) => {
  expect(await readCells('12', text)).toMatchObject({ as_of });
});

test.each(['2026-02-30', '13/1/2026', '31.1.2026', ''])('[OPEN-01] "%s" is no date', async (text) => {
  expect(await readCells('12', text)).toBe(text ? `Line 2: “${text}” is not a date.` : 'Line 2: the date is missing.');
});

test('[OPEN-01] headings stand in any order, and a line that cannot be read is left out with its reason', async () => {
  const file = await readOpeningFile(
    [
      'Memo,As Of,BALANCE,Email,Due On,Category',
      'Old books,1/31/2026,"1,234.56",a@example.test,2026-01-15,Late Fee',
      ',2026-01-31,twelve,a@example.test,,',
      '',
      ',2026-02-30,12,a@example.test,,',
      ',2026-01-31,12,a@example.test,soon,',
      ',2026-01-31,12,a@example.test,,gift',
      ',2026-01-31,0.00,a@example.test,,',
      ',1999-12-31,12,a@example.test,,',
      ',2026-01-31,(12.00),a@example.test,,',
    ].join('\r\n'),
  );
  expect(file.lines.map(({ line }) => line)).toMatchObject([
    { line: 2, balance: 1234.56, as_of: '2026-01-31', due_on: '2026-01-15', category: 'late_fee', memo: 'Old books' },
    { line: 10, balance: -12, email: 'a@example.test', street: null, due_on: null, category: null },
  ]);
  expect(file.leftOut.map(({ msg }) => msg)).toEqual([
    'Line 3: “twelve” is not an amount.',
    'Line 5: “2026-02-30” is not a date.',
    'Line 6: “soon” is not a date.',
    'Line 7: “gift” is not a category.',
    'Line 8: the balance is 0.',
    'Line 9: The date is too far back.',
  ]);
});

test.each([
  ['street,balance', 'The column as_of is missing.'],
  ['street,as_of', 'The column balance is missing.'],
  ['balance,as_of', 'The column email is missing.'],
  ['street,balance,as_of', 'The file has no lines.'],
  ['', 'The file has no lines.'],
  [`street,balance,as_of\n${'1 Oak,1,2026-01-31\n'.repeat(5001)}`, 'At most 5,000 lines can be imported at once.'],
])('[OPEN-01] a file as a whole is refused in words', async (text, message) => {
  await expect(readOpeningFile(text)).rejects.toThrow(message);
});

test('[OPEN-01] a file of more than 2 MB is not read', () => {
  expect(openingFileProblem({ name: 'old.csv', size: 2 * 1024 * 1024 + 1 })).toBe('The file is larger than 2 MB.');
  expect(openingFileProblem({ name: 'old.xlsx', size: 9 })).toBe('Please upload a CSV file (.csv)');
});
