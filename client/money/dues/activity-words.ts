/** The words between a person and the record. */
export const verbs = {
  createDue: 'created',
  updateDue: 'changed',
};
