import { ExternalLink } from 'lucide-react'
import { useSetAtom } from 'jotai/react'
import { useState, type ReactNode } from 'react'
import { isOwnSite } from '../../../shared/own-site.ts'
import type { KeptIds } from '../../api/cloud-files.ts'
import { openAddress } from '../../files/use-file-address.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { askDocumentAddressAtom } from '../atoms/document-address.ts'
import { readSource, type NumberedSource } from './read-source.ts'

export interface DocumentLinkProps {
  source: NumberedSource
  className: string
  children: ReactNode
}

/** Opens a cited document at its passage. A document without an address opens as the text that the server keeps. */
export function DocumentLink({ source, className, children }: DocumentLinkProps) {
  const { t } = useI18n()
  const { href } = readSource(source)
  const isInPage = href !== undefined && isOwnSite(document.documentElement, new URL(href).origin)
  const content = (
    <>
      {children}
      {!isInPage && (
        <>
          <ExternalLink />
          <span className="visually-hidden">({t('markdown.newTab')})</span>
        </>
      )}
    </>
  )
  if (href === undefined) {
    const kept = source.passage?.kept
    if (kept === undefined) return <span className={className}>{children}</span>
    return (
      <KeptDocument kept={kept} title={source.title} className={className}>
        {content}
      </KeptDocument>
    )
  }
  return (
    <a
      className={className}
      href={href}
      // The server wrote the address, so the page opens it without a question.
      data-followed="cited"
      target="_blank"
      rel="noopener noreferrer"
    >
      {content}
    </a>
  )
}

interface KeptDocumentProps extends Omit<DocumentLinkProps, 'source'> {
  kept: KeptIds
  title: string
}

/** The server signs an address for some minutes, so it is asked on a press. */
function KeptDocument({ kept, title, className, children }: KeptDocumentProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const askAddress = useSetAtom(askDocumentAddressAtom)
  const [hasFailed, setHasFailed] = useState(false)

  async function open(): Promise<void> {
    const address = await askAddress(kept)
    setHasFailed(address === null)
    if (address === null) announce(t('source.failed'), { channel: 'alert' })
    else openAddress(document, address, title)
  }

  return (
    <>
      <button type="button" className={className} onClick={() => void open()}>
        {children}
      </button>
      {hasFailed && <span className="passage-failed">{t('source.failed')}</span>}
    </>
  )
}
