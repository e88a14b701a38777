import type { FactDimension } from '../../../db/facts/dimensions.ts'

const CHECKS = 'checks of the Citation Monitor with the state ok'
const OFFLINE = `${CHECKS}; by an offline lexicon`

/** The dimensions of cited sources by which metrics that count a part of the sources are not split. */
const OF_SOURCES: readonly FactDimension[] = ['sourceDomain', 'sourceUrl', 'owner', 'category']

/** The metrics of the answers of engines, which `METRICS` includes. All are sums, or ratios of sums. */
export const CHECK_METRICS = {
  citation_checks: {
    unit: 'count',
    meaning: 'Answers of engines to the questions of the site',
    formula: 'checks',
    source: CHECKS,
    value: { by: 'measure', measure: 'checks' },
  },
  citation_rate: {
    unit: 'ratio',
    meaning: 'Answers that cite the site',
    formula: 'checks that cite it / checks',
    source: CHECKS,
    value: { by: 'ratio', numerator: 'cited_checks', denominator: 'checks' },
  },
  mention_rate: {
    unit: 'ratio',
    meaning: 'Answers that name the site or its brand',
    formula: 'checks that name it / checks with a text',
    source: CHECKS,
    value: { by: 'ratio', numerator: 'mentioned_checks', denominator: 'checked_mentions' },
  },
  sov_mention: {
    unit: 'ratio',
    meaning: 'Share of voice: its part of the brands that answers name',
    formula: 'checks that name it / brands named, each once a check',
    source: CHECKS,
    value: { by: 'ratio', numerator: 'mentioned_checks', denominator: 'brand_mentions' },
  },
  sov_citation: {
    unit: 'ratio',
    meaning: 'Its part of the citations of the site and its competitors',
    formula: 'citations / citations of it and its competitors',
    source: CHECKS,
    without: OF_SOURCES,
    value: { by: 'ratio', numerator: 'own_citations', denominator: 'tracked_citations' },
  },
  source_share: {
    unit: 'ratio',
    meaning: 'Its part of all citations',
    formula: 'citations / sources',
    source: CHECKS,
    without: OF_SOURCES,
    value: { by: 'ratio', numerator: 'own_citations', denominator: 'all_citations' },
  },
  recommendation_rate: {
    unit: 'ratio',
    meaning: 'Answers that recommend it, of those that name it',
    formula: 'checks that recommend it / checks that name it',
    source: OFFLINE,
    value: { by: 'ratio', numerator: 'recommended_checks', denominator: 'checked_advice' },
  },
  avg_position: {
    unit: 'mean',
    meaning: 'Place of its first citation among those of an answer; lower is better',
    formula: 'places / checks that cite it',
    source: CHECKS,
    value: { by: 'mean', sum: 'positions', of: 'cited_checks', unit: 1 },
  },
  prominence: {
    unit: 'mean',
    meaning: 'From 0, not cited, to 1, cited first everywhere',
    formula: 'sum of 1 / place / checks',
    source: CHECKS,
    value: { by: 'mean', sum: 'rank_micros', of: 'checks', unit: 1_000_000 },
  },
  sentiment_avg: {
    unit: 'mean',
    meaning: 'How answers speak of it, from -1 to 1',
    formula: 'scores / checks that name it',
    source: OFFLINE,
    value: { by: 'mean', sum: 'sentiment_milli', of: 'checked_sentiment', unit: 1_000 },
  },
  citations: {
    unit: 'count',
    meaning: 'Citations of the site itself',
    formula: 'its distinct cited addresses, of each check',
    source: CHECKS,
    value: { by: 'measure', measure: 'own_citations' },
  },
  sources: {
    unit: 'count',
    meaning: 'Citations of anybody: by sourceDomain, who is cited',
    formula: 'distinct cited addresses, of each check',
    source: CHECKS,
    value: { by: 'measure', measure: 'all_citations' },
  },
  sources_read: {
    unit: 'count',
    meaning: 'Sources that an engine read and did not cite',
    formula: 'distinct addresses retrieved and not cited, of each check',
    source: CHECKS,
    value: { by: 'measure', measure: 'retrieved_sources' },
  },
} as const
