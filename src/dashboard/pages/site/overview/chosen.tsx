import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select } from '../../../parts/field.tsx'
import { changeQuery } from '../../../router.ts'
import { t } from '../../../texts/index.ts'
import { COMPARED, FILTER_OPS, RANGES, type AskedNumbers, type Filter } from './asked.ts'

const FILTERED = ['path', 'engine', 'referrer', 'country', 'device', 'channel', 'language'] as const

/**
 * Shows the choice of the days, of the days that they are compared with, and of a part of the numbers. All of it is in
 * the address.
 */
export function Chosen({ asked }: { asked: AskedNumbers }): JSX.Element {
  const [open, setOpen] = useState<'days' | 'filter' | undefined>()
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('days')}>
        {rangeName(asked.range)} <span aria-hidden="true">▾</span>
      </button>
      {asked.filters.map((filter, i) => (
        <button
          key={i}
          type="button"
          title={t.overview.filter.remove}
          onClick={() => keepFilters(asked.filters.filter((_, at) => at !== i))}
        >
          <bdi>{filterWords(filter)}</bdi> <span aria-hidden="true">✕</span>
          <span class="unseen">{t.overview.filter.remove}</span>
        </button>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('filter')}>
        + {t.overview.filter.title}
      </button>
      {open === 'days' && <ChooseDays asked={asked} onClose={() => setOpen(undefined)} />}
      {open === 'filter' && <AddFilter asked={asked} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const rangeName = (range: string): string => t.overview.ranges[range] ?? range

const filterWords = ({ dimension, op = 'is', values }: Filter): string =>
  `${t.dimensions[dimension] ?? dimension} ${t.overview.filter.ops[op] ?? op} ${values.join(', ')}`

const keepFilters = (filters: readonly Filter[]): void =>
  changeQuery({
    filters: filters.length === 0 ? undefined : JSON.stringify(filters),
    rows: undefined,
  })

interface Props {
  asked: AskedNumbers
  onClose: () => void
}

function ChooseDays({ asked, onClose }: Props): JSX.Element {
  const [ownFrom = '', ownTo = ''] = asked.range.includes('..') ? asked.range.split('..') : []
  const [range, setRange] = useState(ownFrom === '' ? asked.range : 'own')
  const [from, setFrom] = useState(ownFrom)
  const [to, setTo] = useState(ownTo)
  const [compare, setCompare] = useState(asked.compare)
  const choose = (event: Event): void => {
    event.preventDefault()
    const wanted = range === 'own' ? `${from}..${to}` : range
    changeQuery({
      range: wanted === '28d' ? undefined : wanted,
      compare: compare === 'previous_period' ? undefined : compare,
    })
    onClose()
  }
  const known = [...new Set([...RANGES, ...(range === 'own' ? [] : [range])])]
  return (
    <Dialog title={t.overview.days} onClose={onClose}>
      <form onSubmit={choose}>
        <Select
          label={t.overview.range}
          value={range}
          options={[...known, 'own'].map((value) => ({ value, label: rangeName(value) }))}
          onValue={setRange}
        />
        {range === 'own' && (
          <>
            <Field label={t.overview.from} type="date" value={from} onValue={setFrom} />
            <Field label={t.overview.to} type="date" value={to} onValue={setTo} />
          </>
        )}
        <Select
          label={t.overview.against}
          value={compare}
          options={[...new Set([...COMPARED, compare])].map((value) => ({
            value,
            label: t.overview.compared[value] ?? value,
          }))}
          onValue={setCompare}
        />
        <div class="tools">
          <button class="main">{t.overview.show}</button>
          <button type="button" onClick={onClose}>
            {t.overview.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function AddFilter({ asked, onClose }: Props): JSX.Element {
  const [dimension, setDimension] = useState<string>('engine')
  const [op, setOp] = useState<string>('is')
  const [value, setValue] = useState('')
  const add = (event: Event): void => {
    event.preventDefault()
    const added = {
      dimension: FILTERED.find((id) => id === dimension) ?? 'engine',
      op: FILTER_OPS.find((id) => id === op) ?? 'is',
      values: [value.trim()],
    } satisfies Filter
    keepFilters([...asked.filters, added])
    onClose()
  }
  return (
    <Dialog title={t.overview.filter.title} onClose={onClose}>
      <form onSubmit={add}>
        <Select
          label={t.overview.filter.of}
          value={dimension}
          options={FILTERED.map((id) => ({ value: id, label: t.dimensions[id] ?? id }))}
          onValue={setDimension}
        />
        <Select
          label={t.overview.filter.how}
          value={op}
          options={FILTER_OPS.map((id) => ({ value: id, label: t.overview.filter.ops[id] ?? id }))}
          onValue={setOp}
        />
        <Field label={t.overview.filter.value} maxLength={200} value={value} onValue={setValue} />
        <div class="tools">
          <button class="main">{t.overview.show}</button>
          <button type="button" onClick={onClose}>
            {t.overview.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
