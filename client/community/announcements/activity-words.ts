/** The words between a person and the record. */
export const verbs = {
  createAnnouncement: 'drafted',
  updateAnnouncement: 'changed',
  deleteAnnouncement: 'deleted',
  sendAnnouncement: 'sent',
  retryAnnouncement: 'resent failed emails for',
  markAnnouncementRead: 'read',
};
