import { isOwnSite } from '../../../shared/own-site.ts'
import { useMemo } from 'react'
import { ExternalLink } from 'lucide-react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { DrawCite } from '../../markdown/cited-text.tsx'
import { PopoverTrigger } from '../../ui/popover-trigger.tsx'
import { CitedDocuments } from './cited-documents.tsx'
import { nameOf } from './name-source.ts'
import { PassageCard } from './passage-card.tsx'
import { pageOf } from './passage.ts'
import { findCited, readSource, type NumberedSource } from './read-source.ts'

/** Numbers after text that rests on these pages; each tells its page. */
export function SourceChips({ sources }: { sources: readonly NumberedSource[] }) {
  const { t } = useI18n()
  const copied = sources.map(({ passage, number }) => (passage ? `[${number}]` : '')).join('')
  return (
    <span className="cites" data-ui data-copied={copied === '' ? undefined : copied}>
      {sources.map((source) => {
        const { key, number, passage } = source
        const name = nameOf(source, t)
        const sheet = { title: name, closeLabel: t('action.close') }
        return (
          <PopoverTrigger
            key={key}
            className="cite"
            label={t('message.source', { n: number, title: name })}
            {...(passage
              ? { content: <PassageCard source={source} passage={passage} />, sheet }
              : { content: <SourceLink source={source} className="source-card" hasHost /> })}
          >
            {number}
          </PopoverTrigger>
        )
      })}
    </span>
  )
}

/**
 * Draws the references of an answer by number; `undefined` for an answer without sources.
 *
 * @param isRunning a reference keeps a place for its source, which may still arrive.
 * @param hasSearched true if the answer has searched pages, so that its first source may still arrive.
 */
export function useCites(
  sources: readonly NumberedSource[],
  isRunning: boolean,
  hasSearched: boolean,
): DrawCite | undefined {
  // Equal while the same sources are known, so that the words around them are not drawn again.
  const known = sources.map(({ key, title }) => `${key} ${title}`).join('\n')
  const isExpected = isRunning && hasSearched
  return useMemo(() => {
    if (sources.length === 0 && !isExpected) return undefined
    return (number, isLink = false) => {
      const source = findCited(sources, number)
      // A page of the owner's may ask the model for a link that looks like a citation.
      if (isLink && source?.passage === undefined) return undefined
      if (source) return <SourceChips sources={[source]} />
      return isRunning ? <span className="cites cite" aria-hidden data-state="coming" /> : null
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- equal sources have equal keys and titles
  }, [known, isRunning, isExpected])
}

/** All pages that an answer cites, at its end. */
export function SourceList({ sources }: { sources: readonly NumberedSource[] }) {
  const { t } = useI18n()
  if (sources.length === 0) return null
  if (sources.some(({ passage }) => passage)) return <CitedDocuments sources={sources} />
  return (
    <ul className="chips" aria-label={t('message.sources')} data-ui>
      {sources.map((source) => (
        <li key={source.key}>
          <SourceLink source={source} className="chip" />
        </li>
      ))}
    </ul>
  )
}

/** The same for the eye: the title has its own direction, the words for the page have the chat's. */
function SourceName({ source }: { source: NumberedSource }) {
  const { t } = useI18n()
  const page = pageOf(source)
  const [before, after] =
    page === undefined ? [] : t('message.sourcePage', { title: '\n', page }).split('\n')
  return (
    <span className="source-name">
      {before}
      <bdi>{readSource(source).name}</bdi>
      {after}
    </span>
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
      <SourceName source={source} />
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
