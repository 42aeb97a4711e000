/** The words between a person and the record. */
export const verbs = {
  updateNotificationPreferences: 'chose what to be told of',
  leaveHoa: 'asked to remove',
  keepHoa: 'canceled the removal of',
  requireSecondFactors: 'changed who needs a second factor in',
};
