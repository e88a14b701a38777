/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { EmailAddress } from './person-inputs.ts'
export { countSeats, noSeat } from './seats.ts'
