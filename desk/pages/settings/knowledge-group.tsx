import { isPlainObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { useTyped } from '../../draft/draft-context.tsx'
import { EntryList } from '../../draft/entry-list.tsx'
import { FixedEntries } from '../../draft/fixed-entries.tsx'
import { sourceName } from '../../draft/named-lists.ts'
import { Problems } from '../../draft/field-frame.tsx'
import { SettingField } from '../../draft/setting-field.tsx'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useFieldProblems } from '../../draft/use-field-problems.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { FieldView } from './field-view.tsx'
import { KNOWLEDGE_ANSWERS } from './field-table.ts'

const PATH = ['knowledge']
const SOURCES_MAX = 50
const EVERY = ['6h', '1d', '7d', '30d', 'never'] as const

/** Pages that assistants answer from, and how they do it. */
export function KnowledgeGroup() {
  const { t } = useI18n()
  return (
    <>
      <ReportSection title={t('set.sourcesTitle')} hint={t('set.sourcesHint')}>
        <SettingField path={PATH} label={t('set.sources')} isGroup>
          {(control) => (
            <>
              <FixedEntries path={PATH} />
              <Sources {...control} />
            </>
          )}
        </SettingField>
      </ReportSection>
      <ReportSection title={t('set.answersTitle')}>
        <div className="setting-fields">
          {KNOWLEDGE_ANSWERS.map((field) => (
            <FieldView key={field.path.join('.')} field={field} />
          ))}
        </div>
      </ReportSection>
    </>
  )
}

function Sources({ value, set }: ControlProps) {
  const { t } = useI18n()
  const sources = Array.isArray(value) ? (value.filter(isPlainObject) as JsonObject[]) : []
  return (
    <EntryList
      entries={sources}
      max={SOURCES_MAX}
      addLabel={t('set.addSource')}
      create={(): JsonObject => ({ url: '' })}
      nameOf={(source, index) => sourceName(source) || t('set.sourceNumber', { n: index + 1 })}
      onChange={(next) => set(next.length === 0 ? undefined : next)}
    >
      {(source, index, change) => (
        <SourceFields source={source} number={index + 1} onChange={change} />
      )}
    </EntryList>
  )
}

interface SourceFieldsProps {
  source: JsonObject
  number: number
  onChange: (source: JsonObject) => void
}

function SourceFields({ source, number, onChange }: SourceFieldsProps) {
  const { t } = useI18n()
  const { problems, onBlur } = useFieldProblems([...PATH, String(number - 1)])
  const { sitemap, url, ...options } = source
  const kind = sitemap === undefined ? 'url' : 'sitemap'
  const address = textOf(sitemap ?? url)
  const every = textOf(options['every'])
  const option = (name: string, value: JsonValue | undefined) => {
    const { [name]: _, ...rest } = source
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <>
      <input
        className="text-field"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        aria-label={t('set.sourceAddress', { n: number })}
        aria-invalid={problems.length > 0 || undefined}
        onBlur={onBlur}
        value={address}
        onChange={({ target }) => onChange({ [kind]: target.value, ...options })}
      />
      <div className="entry-line">
        <label className="field">
          {t('knowledge.kind')}
          <select
            className="select-field"
            value={kind}
            onChange={({ target }) => onChange({ [target.value]: address, ...options })}
          >
            <option value="url">{t('knowledge.kind.url')}</option>
            <option value="sitemap">{t('knowledge.kind.sitemap')}</option>
          </select>
        </label>
        <label className="field">
          {t('set.every')}
          <select
            className="select-field"
            value={every}
            onChange={({ target }) => option('every', target.value || undefined)}
          >
            <option value="">{t('choice.default', { name: t('set.every.1d') })}</option>
            {[...new Set([...EVERY, ...(every === '' ? [] : [every])])].map((each) => (
              <option key={each} value={each}>
                {isKnown(each) ? t(`set.every.${each}`) : each}
              </option>
            ))}
          </select>
        </label>
        <label className="tick-line">
          <input
            type="checkbox"
            checked={options['readers'] === 'named'}
            onChange={({ target }) => option('readers', target.checked ? 'named' : undefined)}
          />
          {t('set.readersNamed')}
        </label>
      </div>
      <Patterns
        label={t('set.include')}
        value={options['include']}
        onChange={(value) => option('include', value)}
      />
      <Patterns
        label={t('set.exclude')}
        value={options['exclude']}
        onChange={(value) => option('exclude', value)}
      />
      <Problems problems={problems} />
    </>
  )
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const isKnown = (text: string): text is (typeof EVERY)[number] =>
  (EVERY as readonly string[]).includes(text)

interface PatternsProps {
  label: string
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}

/** Globs, with a space between two. */
function Patterns({ label, value, onChange }: PatternsProps) {
  const [typed, setTyped] = useTyped(Array.isArray(value) ? value.join(' ') : '')
  return (
    <label className="field">
      {label}
      <input
        className="text-field"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        placeholder="guide/** *.html"
        value={typed}
        onChange={({ target }) => {
          const patterns = target.value.split(/\s+/).filter(Boolean)
          setTyped(target.value, patterns.join(' '))
          onChange(patterns.length === 0 ? undefined : patterns)
        }}
      />
    </label>
  )
}
