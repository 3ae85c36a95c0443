import { isOwnSite } from '../../../shared/own-site.ts'
import { ExternalLink } from 'lucide-react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { PopoverTrigger } from '../../ui/popover-trigger.tsx'
import { readSource, type NumberedSource } from './read-source.ts'

/** Numbers after text that rests on these pages; each tells its page. */
export function SourceChips({ sources }: { sources: readonly NumberedSource[] }) {
  const { t } = useI18n()
  return (
    <span className="cites" data-ui>
      {sources.map((source) => {
        const label = t('message.source', { n: source.number, title: readSource(source).name })
        return (
          <PopoverTrigger
            key={source.url}
            className="cite"
            label={label}
            content={<SourceLink source={source} className="source-card" hasHost />}
          >
            {source.number}
          </PopoverTrigger>
        )
      })}
    </span>
  )
}

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

interface SourceLinkProps {
  source: NumberedSource
  className: string
  /** Shows the host even if the title does not name another. Default false. */
  hasHost?: boolean
}

/** A source by its name. An address outside of the web stays text. */
function SourceLink({ source, className, hasHost = false }: SourceLinkProps) {
  const { t } = useI18n()
  const { href, host, name, isOtherHost } = readSource(source)
  const isHostShown = isOtherHost || (hasHost && href !== undefined && !name.startsWith(host))
  const content = (
    <>
      <span className="source-number">{source.number}</span>
      <bdi className="source-name">{name}</bdi>
      {href !== undefined && <ExternalLink />}
      {isHostShown && (
        <span className="source-host" dir="ltr" translate="no">
          {host}
        </span>
      )}
    </>
  )
  if (href === undefined) return <span className={className}>{content}</span>
  // Its accessible name is the visible one, so that voice control can press it.
  return (
    <a className={className} href={href} data-followed target="_blank" rel="noopener noreferrer">
      {content}
      {!isOwnSite(document.documentElement, new URL(href).origin) && (
        <span className="visually-hidden">({t('markdown.newTab')})</span>
      )}
    </a>
  )
}
