import { scorePage } from './score-page.ts'
import { scoreSite } from './score-site.ts'

export const aiScoreOperations = [scorePage, scoreSite]
