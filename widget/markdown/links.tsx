import type { ReactNode } from 'react'
import { useLabels } from './labels.ts'
import { isLookalike } from './lookalike-host.ts'
import { readClaimedHost, readNamedHost, readSafeUrl } from './safe-url.ts'

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
  return (
    <OutsideLink url={url}>
      {children}
      {!isHonest(name, url) && <HostName url={url} />}
    </OutsideLink>
  )
}

/** Whether the text of a link names no host, or the very one that it leads to. */
function isHonest(name: string, url: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return true
  const claimed = readClaimedHost(name)
  if (claimed === undefined) return true
  return isSameHost(claimed, url.host) && !isLookalike(readNamedHost(name) ?? '')
}

/** The host as the network knows it: a name of another script shows its ASCII form. */
const HostName = ({ url }: { url: URL }): ReactNode => <bdi className="md-host"> ({url.host})</bdi>

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
      <HostName url={url} />
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
      rel="noopener noreferrer nofollow"
      // Isolates it too: an address keeps its order within a sentence of the other direction.
      dir="auto"
    >
      {children}
      <span className="md-hidden"> ({labels.openInNewTab})</span>
    </a>
  )
}
