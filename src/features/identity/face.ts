/** The exports that other features may use; `src/layers.test.ts` lists which features do. */
export { signOut } from './end-session.ts'
export { EmailAddress } from './person-inputs.ts'
export { signIn } from './sign-in.ts'
export { countSeats, noSeat } from './seats.ts'
export { personOf } from './session.ts'
