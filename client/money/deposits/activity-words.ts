/** The words between a person and the record. */
export const verbs = {
  createDeposit: 'created',
  closeDeposit: 'closed',
};
