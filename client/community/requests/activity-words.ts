/** The words between a person and the record. */
export const verbs = {
  createRequest: 'created',
  updateRequest: 'changed',
  attachRequestFile: 'attached a file to',
  addRequestComment: 'commented on',
  addPhoto: 'attached a file to',
  removePhoto: 'removed a file from',
};
