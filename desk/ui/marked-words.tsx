import type { MarkedText } from '../../shared/desk/fields.ts'
import { useI18n } from '../i18n/i18n.tsx'

/** A text of people, with what a search found and what was hidden. */
export function MarkedWords({ words }: { words: MarkedText }) {
  const { t } = useI18n()
  return (
    <bdi dir="auto">
      {words.map(({ text, mark }, index) => {
        if (mark === 'found') return <mark key={index}>{text}</mark>
        if (mark === undefined) return text
        return (
          <span key={index} className="masked" title={t('report.masked')}>
            {text}
          </span>
        )
      })}
    </bdi>
  )
}
