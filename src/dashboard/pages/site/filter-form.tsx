import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { fieldOf, ToolField, ToolSelect } from '../../parts/tool-fields.tsx'
import { changeQuery } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { QUESTION_FILTERS, type AskedQuestions, type Topics } from './question-filters.ts'

/** Shows the fields that filter questions; all choices go into the address. */
export function FilterForm({ asked }: { asked: AskedQuestions }): JSX.Element {
  const { filters, range } = asked
  const [isOpen, setOpen] = useState(false)
  return (
    <form
      class="tools"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        changeQuery({
          query: fieldOf(form, 'query'),
          // Filters that are folded away stay as they are.
          ...(isOpen && { engine: fieldOf(form, 'engine'), page: fieldOf(form, 'page') }),
        })
      }}
    >
      <ToolField
        label={t.questions.search}
        name="query"
        type="search"
        value={filters.query ?? ''}
        maxLength={200}
      />
      <ToolSelect
        label={t.questions.range}
        value={range}
        options={Object.entries(t.questions.ranges).map(([value, label]) => ({ value, label }))}
        onValue={(value) => changeQuery({ range: value })}
      />
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t.questions.filter}
      </button>
      {isOpen && (
        <>
          <ToolField
            label={t.questions.assistant}
            name="engine"
            value={filters.engine ?? ''}
            maxLength={64}
          />
          <ToolField
            label={t.questions.page}
            name="page"
            value={filters.page ?? ''}
            maxLength={1_000}
          />
          <button>{t.questions.show}</button>
        </>
      )}
    </form>
  )
}

/** Shows the filters of the address, each as a button that takes the filter away. */
export function ShownFilters(props: {
  asked: AskedQuestions
  topics: readonly Topics['data'][number][] | undefined
}): JSX.Element | null {
  const { filters } = props.asked
  const shown = QUESTION_FILTERS.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (shown.length === 0) return null
  const labelOf = (name: string, value: string): string =>
    (name === 'topic' && props.topics?.find(({ id }) => id === value)?.label) || value
  return (
    <div class="tools">
      {shown.map(({ name, value }) => (
        <button
          key={name}
          type="button"
          aria-label={t.questions.away(`${t.questions.only[name]} ${labelOf(name, value)}`)}
          onClick={() => changeQuery({ [name]: undefined })}
        >
          {t.questions.only[name]}: <bdi>{labelOf(name, value)}</bdi>{' '}
          <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  )
}
