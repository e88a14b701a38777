const TABLE = {
  site: 'st_01j9bench0000000000000000',
  range: { from: '2026-06-01', to: '2026-06-28', timezone: 'UTC' },
  columns: ['metric', 'value', 'ci95_low', 'ci95_high', 'previous', 'change_pct', 'verdict'],
  rows: [
    ['impressions', 48213, null, null, 45120, 6.9, 'unusual_up'],
    ['ai_clicks', 3127, null, null, 2980, 4.9, 'usual'],
    ['shares', 611, null, null, 655, -6.7, 'usual'],
    ['questions', 902, null, null, 774, 16.5, 'unusual_up'],
    ['ai_referrals', 1408, null, null, 1299, 8.4, 'usual'],
    ['visitors', 21977, null, null, 20844, 5.4, 'unusual_up'],
    ['ai_ctr', 0.0649, 0.0627, 0.0671, 0.066, -1.7, 'usual'],
    ['share_rate', 0.0127, 0.0117, 0.0137, 0.0145, -12.4, 'usual'],
    ['question_rate', 0.0187, 0.0175, 0.0199, 0.0172, 8.7, 'usual'],
    ['ai_click_rate', 0.1203, 0.1138, 0.1271, 0.1094, 10, 'usual'],
    ['engagement_rate', 0.2045, 0.1964, 0.2128, 0.1879, 8.8, 'usual'],
    ['return_rate', 0.0573, 0.045, 0.072, 0.051, 11.2, 'usual'],
    ['sessions', 10254, null, null, 8645, 18.6, 'unusual_up'],
  ],
  nextCursor: null,
  notes: [
    'visitors are daily uniques summed; a reader of two days counts twice',
    'return_rate sees returns of the same day only',
    'most assistants hide where a reader comes from, so ai_referrals is a floor',
  ],
}

const CSV = [TABLE.columns, ...TABLE.rows].map((row) => row.join(',')).join('\n')

/** The constant result of a baseline's tool, about 2 KB as JSON, of the same form as ours. */
export const DATA_ANSWER = {
  content: [
    {
      type: 'text' as const,
      text: `${TABLE.site} 2026-06-01..2026-06-28 UTC, compared with 2026-05-04..2026-05-31, rows 13 of 13\n${CSV}`,
    },
  ],
  structuredContent: TABLE,
}
