import { getSiteScore } from './get-site-score.ts'
import { scorePage } from './score-page.ts'
import { scoreSite } from './score-site.ts'

export const aiScoreOperations = [scorePage, scoreSite, getSiteScore]
