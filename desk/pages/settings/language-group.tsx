import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isPlainObject, type JsonValue } from '../../../shared/json.ts'
import { EntryList } from '../../draft/entry-list.tsx'
import { SettingField } from '../../draft/setting-field.tsx'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'

const PATH = ['look', 'messages']
const TEXTS_MAX = 400
const TAG = /^[a-z]{2,3}(-[\w-]{1,20})?$/i
/** Texts for all languages. */
const ALL = ''

/** Own texts in the place of the chat's, for all languages or for one. */
export function LanguageGroup() {
  const { t } = useI18n()
  return (
    <ReportSection title={t('set.textsTitle')} hint={t('set.textsHint')}>
      <SettingField path={PATH} label={t('set.texts')} isGroup>
        {(control) => <OwnTexts {...control} />}
      </SettingField>
    </ReportSection>
  )
}

function OwnTexts({ value, set }: ControlProps) {
  const { t } = useI18n()
  const { format } = usePage()
  const listId = useId()
  const messages = isPlainObject(value) ? value : {}
  const tags = Object.keys(messages).filter((key) => isPlainObject(messages[key]))
  const [language, setLanguage] = useState(ALL)
  const [tag, setTag] = useState('')
  const shown = tags.includes(language) || language === ALL ? language : language
  // Loads once: the chat's own English, so that a text is chosen by its words.
  const { data: english = {} } = useQuery({
    queryKey: ['chat-texts'],
    staleTime: Infinity,
    queryFn: async () => (await import('../../../widget/i18n/en.ts')).en as Record<string, unknown>,
  })
  const texts = Object.entries(shown === ALL ? messages : Object(messages[shown])).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )

  function write(entries: readonly (readonly [string, string])[]): void {
    const own = Object.fromEntries(entries)
    const ofOthers: Record<string, JsonValue> =
      shown === ALL
        ? Object.fromEntries(tags.map((each) => [each, messages[each]!]))
        : Object.fromEntries(Object.entries(messages).filter(([key]) => key !== shown))
    const next =
      shown === ALL
        ? { ...own, ...ofOthers }
        : { ...ofOthers, ...(entries.length > 0 && { [shown]: own }) }
    set(Object.keys(next).length === 0 ? undefined : next)
  }

  function addLanguage(): void {
    if (!TAG.test(tag.trim())) return
    setLanguage(tag.trim())
    setTag('')
  }

  const choices = [...new Set([ALL, ...tags, shown])]
  return (
    <div className="own-texts">
      <div className="own-texts-head">
        <label className="field">
          {t('set.textsLanguage')}
          <select
            className="select-field"
            value={shown}
            onChange={({ target }) => setLanguage(target.value)}
          >
            {choices.map((each) => (
              <option key={each} value={each}>
                {each === ALL ? t('set.allLanguages') : `${format.language(each)} (${each})`}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {t('set.otherLanguage')}
          <span className="own-texts-tag">
            <input
              className="text-field"
              dir="ltr"
              autoComplete="off"
              placeholder="de"
              value={tag}
              onChange={({ target }) => setTag(target.value)}
            />
            <button type="button" className="outline-button" onClick={addLanguage}>
              {t('set.chooseLanguage')}
            </button>
          </span>
        </label>
      </div>
      <datalist id={listId}>
        {Object.entries(english).map(([key, text]) => (
          <option key={key} value={key}>
            {inWords(text)}
          </option>
        ))}
      </datalist>
      <EntryList
        entries={texts}
        max={TEXTS_MAX}
        addLabel={t('set.addText')}
        create={() => ['', ''] as [string, string]}
        nameOf={([key], index) => key || t('set.textNumber', { n: index + 1 })}
        onChange={write}
      >
        {([key, text], index, change) => (
          <>
            <input
              className="text-field"
              dir="ltr"
              list={listId}
              autoComplete="off"
              spellCheck={false}
              aria-label={t('set.textKey', { n: index + 1 })}
              placeholder={t('set.textKeyPlace')}
              value={key}
              onChange={({ target }) => change([target.value, text])}
            />
            <input
              className="text-field"
              dir="auto"
              aria-label={t('set.textWords', { n: index + 1 })}
              placeholder={inWords(english[key])}
              value={text}
              onChange={({ target }) => change([key, target.value])}
            />
          </>
        )}
      </EntryList>
    </div>
  )
}

/** The chat's English; of a text with plural forms, the general one. */
const inWords = (text: unknown): string =>
  typeof text === 'string'
    ? text
    : isPlainObject(text) && typeof text['other'] === 'string'
      ? text['other']
      : ''
