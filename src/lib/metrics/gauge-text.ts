import { escapedLabel } from './series.ts'

interface Sample {
  labels?: Readonly<Record<string, string>>
  value: number
}

/** Writes numbers that are known at this moment in the Prometheus text format; a single value has no labels. */
export function gaugeText(
  name: string,
  help: string,
  samples: number | readonly Sample[],
  type: 'gauge' | 'counter' = 'gauge',
): string {
  const all = typeof samples === 'number' ? [{ value: samples }] : samples
  const lines = all.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapedLabel(text)}"`)
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
