import { scorePage } from './score-page.ts'

export const aiScoreOperations = [scorePage]
