/** The words between a person and the record. */
export const verbs = { resendFailedJob: 'sent what had failed again for', dismissFailedJob: 'dismissed a failure of' };
