import { NamedSite, nameSite } from '../../src/features/sites/index.ts'
import { definePrompt } from '../../src/kernel/task-prompt.ts'

export const weeklyReportPrompt = definePrompt({
  name: 'weekly_report',
  title: 'Weekly report',
  description: 'What readers and AI assistants did with a site last week, and why it changed.',
  operation: nameSite,
  subject: NamedSite,
  uses: ['get_overview', 'compare_periods', 'get_breakdown', 'get_question_topics'],
  text: ({ domain }) =>
    [
      `Write the weekly report of the site ${domain}, for its owner. Call these tools in this order, each with site "${domain}":`,
      '1. get_overview with range "last_week": every metric beside the week before.',
      '2. compare_periods with range "last_week", for the metric that moved most by its verdict; leave it out where nothing moved.',
      '3. get_breakdown with range "last_week", dimensions ["path"] and metrics ["ai_clicks", "questions"], limit 10: the pages that readers took to assistants.',
      '4. get_breakdown with range "last_week", dimensions ["engine"] and metrics ["ai_clicks", "ai_referrals"]: which assistants.',
      '5. get_question_topics with range "last_week": what readers asked about.',
      'Then write at most one page: what happened in three sentences, a table of the metrics with their change and verdict, the pages and assistants that stand out, what readers want to know, and two things to do next. Call a change noise where its verdict says so, keep the notes of the answers, and give the days that the answers name.',
    ].join('\n'),
})
