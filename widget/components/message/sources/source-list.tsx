import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { NumberedSource } from './number-sources.ts'
import { SourceLink } from './source-link.tsx'

/** All pages that an answer cites, at its end. */
export function SourceList({ sources }: { sources: readonly NumberedSource[] }) {
  const { t } = useI18n()
  if (sources.length === 0) return null
  return (
    <ul className="chips" aria-label={t('message.sources')} data-ui>
      {sources.map((source) => (
        <li key={source.url}>
          <SourceLink source={source} className="chip" />
        </li>
      ))}
    </ul>
  )
}
