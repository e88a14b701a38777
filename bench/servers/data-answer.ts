const TABLE = {
  site: 'st_01j9bench0000000000000000',
  range: { from: '2026-06-01', to: '2026-06-28', timezone: 'UTC' },
  columns: ['metric', 'value', 'previous', 'change_pct'],
  rows: [
    ['impressions', 48213, 45120, 6.9],
    ['ai_clicks', 3127, 2980, 4.9],
    ['shares', 611, 655, -6.7],
    ['questions', 902, 774, 16.5],
    ['ai_referrals', 1408, 1299, 8.4],
    ['visitors', 21977, 20844, 5.4],
    ['ai_ctr', 0.0649, 0.066, -1.7],
    ['share_rate', 0.0127, 0.0145, -12.4],
    ['question_rate', 0.0187, 0.0172, 8.7],
  ],
  nextCursor: null,
  notes: ['Visitors are daily uniques, summed over the days.'],
}

const CSV = [TABLE.columns, ...TABLE.rows].map((row) => row.join(',')).join('\n')

/** The constant result of a baseline's tool, about 1.1 KB as JSON. */
export const DATA_ANSWER = {
  content: [
    {
      type: 'text' as const,
      text: `${TABLE.site} 2026-06-01..2026-06-28 UTC, compared with 2026-05-04..2026-05-31, rows 9 of 9\n${CSV}`,
    },
  ],
  structuredContent: TABLE,
}
