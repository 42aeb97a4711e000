/** The words between a person and the record. */
export const verbs = {
  createViolation: 'issued',
  updateViolation: 'changed',
  setViolationStatus: 'changed',
  attachViolationFile: 'attached a file to',
  addViolationMessage: 'wrote a message on',
};
