import { createInvitation } from './create-invitation.ts'
import { deleteInvitation } from './delete-invitation.ts'
import { listInvitations } from './list-invitations.ts'
import { listMembers } from './list-members.ts'
import { removeMember, updateMember } from './change-member.ts'

export const memberOperations = [
  listMembers,
  updateMember,
  removeMember,
  listInvitations,
  createInvitation,
  deleteInvitation,
]
