import { signIn } from './sign-in.ts'

export const identityOperations = [signIn]
