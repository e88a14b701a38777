import { endSession, signOut } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { signIn } from './sign-in.ts'

export const identityOperations = [signIn, signOut, listSessions, endSession]
