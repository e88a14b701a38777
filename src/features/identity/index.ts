import { acceptInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { getSession, switchOrganization } from './current-session.ts'
import { describeServer } from './describe-server.ts'
import { endSession, signOut } from './end-session.ts'
import { forgotPassword } from './forgot-password.ts'
import { listSessions } from './list-sessions.ts'
import { resetPassword } from './reset-password.ts'
import { setUp } from './set-up.ts'
import { signIn } from './sign-in.ts'

export const identityOperations = [
  acceptInvitation,
  describeServer,
  setUp,
  signIn,
  getSession,
  switchOrganization,
  signOut,
  listSessions,
  endSession,
  changePassword,
  forgotPassword,
  resetPassword,
]
