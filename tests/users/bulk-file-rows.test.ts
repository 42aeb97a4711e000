import { describe, expect, test } from 'vitest';
import { ApiError } from '../../client/device/http.ts';
import { TEMPLATE } from '../../client/people/bulk-columns.ts';
import { firstErrors, rowErrors } from '../../client/people/users/bulk-errors.ts';

import { readTable } from '../../client/people/users/bulk-table.ts';
import { bulkInput } from '../../schema/bulk.ts';
import { csvOf } from '../../sync/formats/csv.ts';
import { errors, HEADER, problem, ROW, read, sent } from '../support/bulk-file.ts';

describe('columns', () => {
  const ALIASES = {
    street: ['street', 'Street Address', 'ADDRESS', 'street_address'],
    unit: ['Unit', 'unit number', 'Apt', 'Apt.', 'UNIT-NUMBER'],
    is_rented: ['Property Type', 'is_rented', 'Is Rented?', 'Rented'],
    resident_name: ['Name', 'resident name', 'Full-Name', ' FULL NAME '],
    resident_email: ['Email', 'E-mail', 'Resident Email', 'email_address'],
    role: ['Role', 'User Role', 'user-role'],
    phone: ['Phone', 'Phone Number', 'mobile', 'Phone:'],
  };
  test.each(Object.entries(ALIASES))(
    '[BULK-05, BULK-06, BULK-07] %s goes by each of its names',
    async (field, names) => {
      const others = ['Resident Name', 'Resident Email', 'Role'].filter((name) => !names.includes(name));
      for (const name of names) {
        const { columns } = await readTable([[name, ...others].join('\t'), 'cell'].join('\n'));
        expect(columns).toMatchObject({ [field]: 0 });
      }
    },
  );

  test('[BULK-06] they stand in any order, and unknown ones count for nothing', async () => {
    const { rows } = await read('Role,Notes,E-Mail,Name\nBoard Member,likes cats,a@example.com,Ann Lee');
    expect(rows[0]?.user).toEqual({ resident_name: 'Ann Lee', resident_email: 'a@example.com', role: 'board' });
  });

  test('[BULK-06] one that every row needs is missed by its name', async () => {
    expect(await problem('Name,Role\nAnn,Resident')).toBe('Missing required column: Resident Email');
    expect(await problem('these are no names\nbut data')).toBe(
      'Missing required columns: Resident Name, Resident Email, Role',
    );
  });

  test('[BULK-13, BULK-17] a short row has empty cells at its end, a long one is an error', async () => {
    const { errors } = await read(
      'Name,Role,Email\nAnn Lee,Resident\nBob,Resident,b@example.com,,,\nCy,Board,c@example.com,more',
    );
    expect(errors).toEqual(['Row 2: Email is required', 'Row 4: This row has more values than the file has columns']);
  });
});

describe('[BULK-17] rows', () => {
  test('[BULK-08, BULK-09] the property type is read from its words, and nothing else will do', async () => {
    const typed = (type: string) => `12 Maple Court,,${type},Ann Lee,ann@example.com,Resident,`;
    for (const type of ['Rental', 'RENTED', 'for rent', 'true', 'TRUE', 'Renter', 'tenant'])
      expect((await sent(typed(type)))[0]?.is_rented).toBe(true);
    for (const type of ['Owner-occupied', 'OWNED', 'false', 'Owner-Occupied home', 'OWNER'])
      expect((await sent(typed(type)))[0]?.is_rented).toBe(false);
    for (const type of ['Condo', 'yes', '1'])
      expect(await errors(typed(type))).toEqual(['Row 2: Property type must be “Rental” or “Owner-occupied”']);
  });

  test('[BULK-10, BULK-14] the role is read from its words, and nothing else will do', async () => {
    const as = (role: string) => `,,,Ann Lee,ann@example.com,${role},`;
    for (const role of ['Resident', 'RESIDENT ', 'a resident', 'Owner', 'RENTER', 'Homeowner'])
      expect((await sent(as(role)))[0]?.role).toBe('resident');
    for (const role of ['Board Member', 'board', 'Board (owner)'])
      expect((await sent(as(role)))[0]?.role).toBe('board');
    for (const role of ['superadmin', 'Neighbor', ''])
      expect(await errors(as(role))).toEqual(['Row 2: Role must be "Resident" or "Board Member"']);
  });

  test('an owner or a renter by role lives in a home of that kind, unless the property type says otherwise', async () => {
    const kind = async (type: string, role: string) =>
      (await sent(`12 Maple Court,,${type},Ann Lee,ann@example.com,${role},`))[0]?.is_rented;
    expect(await kind('', 'Owner')).toBe(false);
    expect(await kind('', 'renter')).toBe(true);
    expect(await kind('Rental', 'Owner')).toBe(true);
    expect((await sent(',,,Ann Lee,ann@example.com,Renter,'))[0]).not.toHaveProperty('is_rented');
  });

  test('[BULK-11] they are numbered from 2, as in the file: blank ones count though they are left out', async () => {
    expect(await errors(ROW, '', ',,,,,,', ',,,,b@example.com,Resident,', '', ',,,Cy,,Board,')).toEqual([
      'Row 5: Resident name is required',
      'Row 7: Email is required',
    ]);
  });

  test('[BULK-12] [BULK-13] [BULK-16] each message stands behind its row', async () => {
    expect(
      await errors(
        '12 Maple Court,,Rental,,ann@example.com,Resident,',
        ',,,Bob,no email,Resident,',
        ',,,Cy,ANN@example.com,Resident,',
        '1A,,Rental,Di,di@example.com,Resident,',
        '12 Maple Court,12345678901,Rental,Ed,ed@example.com,Resident,',
        `,,,${'F'.repeat(201)},f@example.com,Resident,`,
      ),
    ).toEqual([
      'Row 2: Resident name is required',
      'Row 3: Invalid email address',
      'Row 4: Duplicate email address',
      'Row 5: Street must be at least 3 characters',
      'Row 6: Unit cannot exceed 10 characters',
      'Row 7: Resident Name cannot exceed 200 characters',
    ]);
  });

  test('[BULK-15, BULK-17] street and property type come together or not at all', async () => {
    const both = 'Row 2: Street and property type must both be provided or both be empty';
    expect(await errors('12 Maple Court,,,Ann,a@example.com,Resident,')).toEqual([both]);
    expect(await errors(',,Rental,Ann,a@example.com,Resident,')).toEqual([both]);
    expect(await errors(',,,Ann,a@example.com,Resident,')).toEqual([]);
  });

  test('[BULK-18] a row with an error is never sent', async () => {
    const { rows, invalid } = await read([HEADER, ROW, ',,,Bob,,Resident,'].join('\n'));
    expect([rows.map(({ user }) => user !== undefined), [...invalid]]).toEqual([[true, false], [3]]);
  });

  test('[BULK-07, BULK-19] empty values are left out, and a unit without a street with them', async () => {
    const person = { resident_name: 'Ann', resident_email: 'a@example.com', role: 'resident' };
    expect(await sent(',4B,,Ann,A@Example.com ,Resident,')).toEqual([person]);
    expect(await sent('1 Elm St,,Rental,Ann,a@example.com,Resident,')).toEqual([
      { ...person, street: '1 Elm St', is_rented: true },
    ]);
    const users = await sent(ROW);
    expect(users).toEqual([
      {
        street: '12 Maple Court',
        unit: '4B',
        is_rented: false,
        resident_name: 'Maria Alvarez',
        resident_email: 'maria@example.com',
        role: 'resident',
        phone: '555-010-0142',
      },
    ]);
    expect(bulkInput.safeParse({ users }).success).toBe(true);
  });

  test('[BULK-04] a quotation mark that is never closed is an error of its row', async () => {
    expect(await errors(ROW, ',,,"Bob,b@example.com,Resident,', ROW)).toEqual([
      'Row 3: A closing quotation mark is missing',
    ]);
  });

  test('[BULK-20] ten errors are named, and then how many more there are', () => {
    const messages = Array.from({ length: 12 }, (_, index) => `Row ${index + 2}: Email is required`);
    expect(firstErrors(messages)).toEqual([...messages.slice(0, 10), '...and 2 more errors']);
    expect(firstErrors(messages.slice(0, 10))).toEqual(messages.slice(0, 10));
  });
});

describe('template and answers', () => {
  test('[BULK-21, BULK-22, BULK-35] the template is made here, and is a file without errors', async () => {
    expect(TEMPLATE.name).toBe('bulk_users_template.csv');
    const csv = csvOf(TEMPLATE.rows);
    expect(csv.split('\r\n')[0]).toBe(HEADER);
    const { rows, errors } = await read(csv);
    expect([rows.length, errors]).toEqual([1, []]);
  });

  const refused = (errors: { path: string; msg: string }[]) => new ApiError(400, 'Invalid', 'Invalid', errors);

  test('[BULK-28, BULK-29] the server names a row by its place, the screen by its number in the file', () => {
    const problem = refused([
      { path: 'users[0].role', msg: 'No' },
      { path: 'users.1.resident_email', msg: 'No' },
      { path: 'users[2]', msg: 'No' },
    ]);
    expect(rowErrors(problem, [2, 3, 5])).toEqual(['Row 2 (role): No', 'Row 3 (resident_email): No', 'Row 5: No']);
  });

  test.each(['business_logic', 'duplicate_data', 'bulk_operation'])(
    '[BULK-26, BULK-27] an error of %s shows its message alone',
    (path) => {
      expect(rowErrors(refused([{ path, msg: 'It is so' }]), [2])).toEqual(['It is so']);
    },
  );

  test('[BULK-30, BULK-31] without a list there is one sentence: the server’s, else the screen’s', () => {
    expect(rowErrors(new ApiError(403, 'No', 'No'), [2])).toEqual(['No']);
    expect(rowErrors(new ApiError(502, 'HTTP 502: Bad Gateway'), [2])).toEqual(['Failed to create users']);
    const many = refused(Array.from({ length: 11 }, (_, n) => ({ path: `users[${n}]`, msg: 'No' })));
    expect(firstErrors(rowErrors(many, [])).at(-1)).toBe('...and 1 more errors');
  });
});
