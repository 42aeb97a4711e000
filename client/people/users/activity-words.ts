/** The words between a person and the record. */
export const verbs = {
  inviteUser: 'invited',
  resendInvite: 'resent the invitation to',
  updateUser: 'changed',
  deleteUser: 'deleted',
  eraseUser: 'erased the personal data of',
  assignAddress: 'assigned an address to',
  unassignAddress: 'removed the address from',
};
