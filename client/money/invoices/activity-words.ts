/** The words between a person and the record. */
export const verbs = {
  setInvoiceStatus: 'changed',
};
