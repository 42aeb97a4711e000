/** The words between a person and the record. */
export const verbs = {
  createPolicy: 'set',
  withdrawPolicy: 'withdrew',
};
