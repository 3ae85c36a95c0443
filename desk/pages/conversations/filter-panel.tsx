import { RATINGS } from '../../../shared/desk/conversations.ts'
import type { FilterValues } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { lastDays, lengthOf, PERIOD_DAYS, todayIn } from '../../ui/period.ts'
import { useNow } from '../../ui/use-now.tsx'
import { STATES } from './filters.ts'
import type { FilterName, ListFilters } from './filters.ts'

export interface FilterPanelProps {
  id: string
  filters: ListFilters
  /** Undefined: they are loading. */
  values: FilterValues | undefined
  onChange: (filters: ListFilters) => void
}

type Choice = readonly [value: string, label: string]

/** A field for each filter. */
export function FilterPanel({ id, filters, values, onChange }: FilterPanelProps) {
  const { t } = useI18n()
  const { format } = usePage()
  const plain = (list: readonly string[] = []): readonly Choice[] =>
    list.map((value) => [value, value])

  const fields: readonly (readonly [FilterName, string, readonly Choice[]])[] = [
    ['rating', t('filter.rating'), RATINGS.map((value) => [value, t(`rating.${value}`)])],
    ['state', t('filter.state'), STATES.map((value) => [value, t(`state.${value}`)])],
    ['assistant', t('filter.assistant'), plain(values?.assistants)],
    [
      'language',
      t('filter.language'),
      (values?.languages ?? []).map((tag) => [tag, format.language(tag)]),
    ],
    ['tool', t('filter.tool'), plain(values?.tools)],
    ['source', t('filter.source'), (values?.sources ?? []).map(({ id, name }) => [id, name])],
    ['page', t('filter.page'), plain(values?.pages)],
  ]

  return (
    <div id={id} className="filter-panel">
      <TimeField filters={filters} onChange={onChange} />
      {fields.map(([name, label, choices]) => {
        const { [name]: value, ...rest } = filters
        const isListed = value === undefined || choices.some(([each]) => each === value)
        return (
          <label key={name} className="field">
            {label}
            <select
              className="select-field"
              value={value ?? ''}
              onChange={({ target }) =>
                onChange(target.value === '' ? rest : { ...rest, [name]: target.value })
              }
            >
              <option value="">{t('list.any')}</option>
              {!isListed && <option value={value}>{value}</option>}
              {choices.map(([each, text]) => (
                <option key={each} value={each}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        )
      })}
    </div>
  )
}

const ANY = ''
const OWN = 'own'

function TimeField({ filters, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  const { t } = useI18n()
  const { session } = usePage()
  const { from, to, ...rest } = filters
  const today = todayIn(session.timeZone, useNow())
  const isSet = from !== undefined || to !== undefined
  const length = from !== undefined && to !== undefined ? lengthOf({ from, to }, today) : null

  function choose(value: string): void {
    if (value === ANY) onChange(rest)
    else
      onChange({
        ...rest,
        ...(value === OWN ? { from: today, to: today } : lastDays(today, Number(value))),
      })
  }

  const day = (name: 'from' | 'to', value: string | undefined) => (
    <label className="field">
      {t(`period.${name}`)}
      <input
        className="text-field"
        type="date"
        max={today}
        value={value ?? ''}
        onChange={({ target }) => {
          const { [name]: _, ...others } = filters
          onChange(target.value === '' ? others : { ...others, [name]: target.value })
        }}
      />
    </label>
  )

  return (
    <>
      <label className="field">
        {t('filter.time')}
        <select
          className="select-field"
          value={isSet ? (length ?? OWN) : ANY}
          onChange={({ target }) => choose(target.value)}
        >
          <option value={ANY}>{t('list.anyTime')}</option>
          {PERIOD_DAYS.map((days) => (
            <option key={days} value={days}>
              {t(`period.${days}`)}
            </option>
          ))}
          <option value={OWN}>{t('period.own')}</option>
        </select>
      </label>
      {isSet && length === null && (
        <>
          {day('from', from)}
          {day('to', to)}
        </>
      )}
    </>
  )
}
