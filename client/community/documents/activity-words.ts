/** The words between a person and the record. */
export const verbs = { createDocument: 'uploaded', updateDocument: 'changed', deleteDocument: 'deleted' };
