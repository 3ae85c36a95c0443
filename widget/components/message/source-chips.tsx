import { useI18n } from '../../i18n/i18n-context.tsx'
import type { MessagePart } from '../../../shared/thread/message.ts'
import { collectSources } from './group-parts.ts'

/** The pages an answer cites. Only web addresses become links. */
export function SourceChips({ parts }: { parts: readonly MessagePart[] }) {
  const { t } = useI18n()
  const sources = collectSources(parts).filter(({ url }) => /^https?:\/\//i.test(url))
  if (sources.length === 0) return null
  return (
    <ul className="chips" aria-label={t('message.sources')}>
      {sources.map(({ url, title = '' }) => {
        const name = title === '' ? url.replace(/^https?:\/\//i, '') : title
        return (
          <li key={url}>
            <a
              className="chip"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('message.newTab', { title: name })}
            >
              <bdi>{name}</bdi>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
