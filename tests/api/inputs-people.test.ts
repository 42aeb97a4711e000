import { describe, expect, test } from 'vitest';
import { addressInput, addressUpdate } from '../../schema/addresses.ts';
import { bulkInput } from '../../schema/bulk.ts';
import { accountForm, trialInput } from '../../schema/signup.ts';
import { inviteInput, userUpdate } from '../../schema/user-inputs.ts';
import { ID, messages, parsed } from '../support/inputs.ts';

describe('[BULK-13] [BULK-17] people and homes', () => {
  test('[ADDR-15] [ADDR-16] [ADDR-17] addresses', () => {
    expect(messages(addressInput, { street: ' ' })).toEqual({ street: 'Street address is required' });
    expect(
      messages(addressUpdate, { street: '12', unit_number: 'x'.repeat(11), notes: 'x'.repeat(501), is_rented: false }),
    ).toEqual({
      street: 'Street address must be at least 3 characters long',
      unit_number: 'Unit number cannot exceed 10 characters',
      notes: 'Notes cannot exceed 500 characters',
    });
  });

  test('[ADDR-22] an omitted unit or note is cleared', () => {
    expect(parsed(addressUpdate, { street: '12 Elm', is_rented: true })).toEqual({
      id: ID,
      street: '12 Elm',
      unit_number: null,
      is_rented: true,
      notes: null,
    });
  });

  test('[USERS-17] an invitation needs an email; "no-address" is none', () => {
    expect(messages(inviteInput, {})).toEqual({ email: 'Email is required' });
    expect(parsed(inviteInput, { email: ' Rita@Elm.test ', address_id: 'no-address', phone: '' })).toEqual({
      id: ID,
      email: 'rita@elm.test',
      role: 'resident',
      address_id: null,
      phone: null,
    });
    expect(messages(userUpdate, { name: ' ' })).toEqual({ name: 'Name is required' });
  });

  test('[BULK-12] [BULK-14] [BULK-16] rows of a bulk file', () => {
    const row = { street: '12', unit: 'x'.repeat(11), is_rented: true, resident_email: 'nobody', role: 'owner' };
    expect(messages(bulkInput, { users: [row] })).toEqual({
      'users.0.street': 'Street must be at least 3 characters',
      'users.0.unit': 'Unit cannot exceed 10 characters',
      'users.0.resident_name': 'Resident name is required',
      'users.0.resident_email': 'Invalid email address',
      'users.0.role': 'Role must be "Resident" or "Board Member"',
    });
    const halved = { is_rented: true, resident_name: 'Rita', resident_email: 'rita@elm.test', role: 'resident' };
    expect(messages(bulkInput, { users: [halved] })).toEqual({
      'users.0.street': 'Street and property type must both be provided or both be empty',
    });
    expect(messages(bulkInput, { users: [] })).toEqual({ users: 'No data found in file' });
  });
});

test('[SIGNUP-28] [SIGNUP-29] [SIGNUP-35] signup', () => {
  expect(messages(trialInput, { email: 'x', password: 'letters only' })).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password must be at least 8 characters with at least one letter and one number',
    name: 'Full name is required',
    hoa_name: 'HOA name is required',
    plan: 'Please go back and select a plan first.',
  });
  expect(messages(trialInput, { email: '', password: '', name: 'x', hoa_name: 'x', plan: 'pro' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  });
  const account = { email: 'a@b.test', password: 'porch-1-light', name: 'Sue', hoa_name: 'Elm' };
  expect(messages(accountForm, account)).toEqual({ confirmPassword: 'Please confirm your password' });
  expect(messages(accountForm, { ...account, confirmPassword: 'x' })).toEqual({
    confirmPassword: 'Passwords do not match',
  });
});
