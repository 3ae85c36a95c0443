import type { ReactNode } from 'react'
import { useLabels } from './labels.ts'
import { readClaimedHost, readSafeUrl } from './safe-url.ts'

export interface TextLinkProps {
  /** As the text gives it; what is not safe is shown as text. */
  address: string
  /** The link's text without markup. */
  name: string
  children: ReactNode
}

/** A link to another site. When its text names another host, the real one is shown beside it. */
export function TextLink({ address, name, children }: TextLinkProps): ReactNode {
  const url = readSafeUrl(address)
  if (url === undefined) return children
  const claimed = readClaimedHost(name)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const isHonest = !isWeb || claimed === undefined || isSameHost(claimed, url.host)
  return (
    <OutsideLink url={url}>
      {children}
      {!isHonest && <span className="md-host"> ({url.host})</span>}
    </OutsideLink>
  )
}

const isSameHost = (claimed: string, host: string): boolean =>
  claimed.replace(/^www\./, '') === host.replace(/^www\./, '')

export interface ImageLinkProps {
  address: string
  /** May be empty. */
  description: string
  isInLink: boolean
}

/**
 * An image is never loaded: its address can carry the conversation to another host. It is shown as
 * a link that names its host.
 */
export function ImageLink({ address, description, isInLink }: ImageLinkProps): ReactNode {
  const labels = useLabels()
  const url = readSafeUrl(address)
  const text = description === '' ? labels.imageLink : description
  if (url === undefined || url.host === '' || isInLink) {
    return <span className="md-image">{text}</span>
  }
  return (
    <OutsideLink url={url} className="md-image">
      {text}
      <span className="md-host"> ({url.host})</span>
    </OutsideLink>
  )
}

function OutsideLink({
  url,
  className,
  children,
}: {
  url: URL
  className?: string
  children: ReactNode
}): ReactNode {
  const labels = useLabels()
  return (
    <a
      className={className === undefined ? 'md-link' : `md-link ${className}`}
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <span className="md-hidden"> ({labels.openInNewTab})</span>
    </a>
  )
}
