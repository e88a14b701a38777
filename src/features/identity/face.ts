/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { signOut } from './end-session.ts'
export { EmailAddress } from './person-inputs.ts'
export { signIn } from './sign-in.ts'
export { countSeats, noSeat } from './seats.ts'
export { personOf } from './session.ts'
