import { getAccount } from './get-account.ts'

export { getAccount }

export const orgOperations = [getAccount]
