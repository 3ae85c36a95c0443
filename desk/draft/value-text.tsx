import { isPlainObject } from '../../shared/json.ts'
import type { JsonValue } from '../../shared/json.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { INNER_WORDS } from './path-name.tsx'

/** Pictures stand in settings as `data:` addresses, which are too long to read. */
const PICTURE = /^data:image\//

/** A value of settings in words. */
export function ValueText({ value }: { value: JsonValue | undefined }) {
  const { t, locale } = useI18n()
  if (value === undefined || value === '') return <Muted words={t('value.default')} />
  if (value === true) return t('value.yes')
  if (value === false) return t('value.no')
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (typeof value === 'string') {
    if (PICTURE.test(value))
      return <img className="value-picture" src={value} alt={t('value.picture')} />
    return (
      <span className="value-text" dir="auto">
        {value}
      </span>
    )
  }
  if (isPlainObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'code')) {
    return <Muted words={t('value.code')} />
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <Muted words={t('value.none')} />
    return (
      <ul className="value-list">
        {(value as readonly JsonValue[]).map((entry, index) => (
          <li key={index}>
            <ValueText value={entry} />
          </li>
        ))}
      </ul>
    )
  }
  if (value === null) return <Muted words={t('value.none')} />
  return (
    <dl className="value-map">
      {Object.entries(value as Record<string, JsonValue>).map(([key, entry]) => (
        <div key={key}>
          <dt>
            <bdi>{INNER_WORDS[key] === undefined ? key : t(INNER_WORDS[key])}</bdi>
          </dt>
          <dd>
            <ValueText value={entry} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Muted = ({ words }: { words: string }) => <span className="value-muted">{words}</span>
