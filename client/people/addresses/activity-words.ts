/** The words between a person and the record. */
export const verbs = { createAddress: 'added', updateAddress: 'changed', deleteAddress: 'deleted' };
