import { collect } from './collect.ts'

export const eventOperations = [collect]
