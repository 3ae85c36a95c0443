import { useState } from 'react'
import { NumberControl } from '../../draft/controls.tsx'
import { useDraft } from '../../draft/draft-context.tsx'
import { valueAt } from '../../draft/json-path.ts'
import { SettingField } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'

/** Budgets stop costs, so they stand first. */
const FIRST = /^(?:tokens|modelCalls)Per|^anonymous(?:Tokens|ModelCalls)Per|PerDay$/

/** Limits of the project: those for costs, and all others by a search. */
export function LimitGroup() {
  const { t } = useI18n()
  const { data, settings } = useDraft()
  const { format } = usePage()
  const [words, setWords] = useState('')
  const isAsked = words.trim() !== ''
  const isSet = (name: string) => valueAt(settings, ['limits', name]) !== undefined
  const shown = data.limits.filter(({ name }) =>
    isAsked
      ? words
          .toLowerCase()
          .split(/\s+/)
          .every((word) => toWords(name).includes(word))
      : isSet(name) || FIRST.test(name),
  )
  return (
    <ReportSection title={t('set.limitsTitle')} hint={t('set.limitsHint')}>
      <label className="field limit-search">
        {t('set.findLimit')}
        <input
          className="text-field"
          type="search"
          autoComplete="off"
          placeholder={t('set.findLimitPlace')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </label>
      <p className="report-hint" role="status">
        {isAsked
          ? t('set.limitsFound', { n: shown.length })
          : t('set.limitsShown', { n: shown.length, all: data.limits.length })}
      </p>
      <div className="setting-fields limit-fields">
        {shown.map(({ name, base, unit }) => (
          <SettingField
            key={name}
            path={['limits', name]}
            label={capital(toWords(name))}
            hint={unit === null ? undefined : t('set.unit', { unit })}
          >
            {(control) => <NumberControl {...control} placeholder={format.number(base)} />}
          </SettingField>
        ))}
      </div>
    </ReportSection>
  )
}

/** "tokens per project per day" of `tokensPerProjectPerDay`. */
const toWords = (name: string): string =>
  name.replaceAll(/[A-Z]|\d+/g, (letter) => ` ${letter.toLowerCase()}`)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
