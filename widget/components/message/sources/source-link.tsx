import ExternalLink from 'lucide-react/icons/external-link'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { NumberedSource } from './number-sources.ts'
import { readSource } from './read-source.ts'

export interface SourceLinkProps {
  source: NumberedSource
  className: string
  /** Also where the title says no other. Default false. */
  hasHost?: boolean
}

/** A source by its name. What is no address of the web leads nowhere and stays text. */
export function SourceLink({ source, className, hasHost = false }: SourceLinkProps) {
  const { t } = useI18n()
  const { href, host, name, isOtherHost } = readSource(source)
  const isHostShown = isOtherHost || (hasHost && href !== undefined && !name.startsWith(host))
  const content = (
    <>
      <span className="source-number">{source.number}</span>
      <bdi className="source-name">{name}</bdi>
      {href !== undefined && <ExternalLink />}
      {isHostShown && (
        <span className="source-host" dir="ltr">
          {host}
        </span>
      )}
    </>
  )
  if (href === undefined) return <span className={className}>{content}</span>
  // Its name is what is visible, for people who say it to press it.
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {content}
      <span className="visually-hidden">({t('markdown.newTab')})</span>
    </a>
  )
}
