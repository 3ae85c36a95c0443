import { isOwnSite } from '../../shared/own-site.ts'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { readClaimedHost, readNamedHost, readSafeUrl } from './safe-url.ts'

export interface TextLinkProps {
  /** As in the text; an unsafe address is shown as text. */
  address: string
  /** The link's text without markup. Default: the address itself, so that no other host is named. */
  name?: string
  children: ReactNode
}

/** A link to another site. If its text names another host, the real one is shown beside it. */
export function TextLink({ address, name = '', children }: TextLinkProps): ReactNode {
  const url = readSafeUrl(address)
  if (url === undefined) return children
  return (
    <OutsideLink url={url}>
      {children}
      {!isHonest(name, url) && <HostName url={url} />}
    </OutsideLink>
  )
}

/** True if the text of a link names no host, or the host of its target. */
function isHonest(name: string, url: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return true
  const claimed = readClaimedHost(name)
  if (claimed === undefined) return true
  return isSameHost(claimed, url.host) && !isLookalike(readNamedHost(name) ?? '')
}

/** The host in its network form: a name in another script is shown in ASCII. */
const HostName = ({ url }: { url: URL }): ReactNode => (
  <bdi className="md-host" translate="no">{` (${url.host})`}</bdi>
)

const isSameHost = (claimed: string, host: string): boolean =>
  claimed.replace(/^www\./, '') === host.replace(/^www\./, '')

const LATIN = /^[\p{sc=Latin}\p{N}-]*$/u
const EAST_ASIAN =
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{N}ー-]*$/u
/** Scripts with letters that resemble Latin ones. */
const LIKE_LATIN = [/^[\p{sc=Cyrillic}\p{N}-]*$/u, /^[\p{sc=Greek}\p{N}-]*$/u]
const OTHER = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Hebrew',
  'Khmer',
  'Tamil',
  'Telugu',
  'Thai',
].map((script) => new RegExp(`^[\\p{sc=${script}}\\p{M}\\p{N}-]*$`, 'u'))

/**
 * True if a host as written could be mistaken for another: mixed scripts in one part of it, or letters that
 * resemble Latin ones before a Latin ending.
 */
export function isLookalike(host: string): boolean {
  const parts = host.split('.')
  const last = parts.at(-1) ?? ''
  return parts.some((part) => {
    if (LATIN.test(part) || EAST_ASIAN.test(part)) return false
    if (LIKE_LATIN.some((script) => script.test(part))) return LATIN.test(last)
    return !OTHER.some((script) => script.test(part))
  })
}

export interface ImageLinkProps {
  address: string
  /** May be empty. */
  description: string
  isInLink: boolean
}

/**
 * Images are never loaded: an address can send the conversation to another host. Shown as a link with the host's
 * name.
 */
export function ImageLink({ address, description, isInLink }: ImageLinkProps): ReactNode {
  const { t } = useI18n()
  const url = readSafeUrl(address)
  const text = description === '' ? t('markdown.image') : description
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
  const { t } = useI18n()
  return (
    <a
      className={className === undefined ? 'md-link' : `md-link ${className}`}
      href={url.href}
      data-followed
      target="_blank"
      rel="noopener noreferrer nofollow"
      // Also isolates it: an address keeps its order within a sentence of the other direction.
      dir="auto"
    >
      {children}
      {!isOwnSite(document.documentElement, url.origin) && (
        <span className="md-hidden"> ({t('markdown.newTab')})</span>
      )}
    </a>
  )
}
