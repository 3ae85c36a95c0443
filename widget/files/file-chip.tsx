import type { MouseEvent } from 'react'
import { markAllInvisible } from '../../shared/mark-invisible.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { formatBytes } from '../i18n/format-units.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useAnnounce } from '../ui/announcer.tsx'
import { FileIcon, FileName } from './file-name.tsx'
import { isLocal, openAddress, useFileAddress } from './use-file-address.tsx'

/** A file by name. A click opens it in a new tab or saves it. */
export function FileChip({ file }: { file: Attachment }) {
  const { t, locale } = useI18n()
  const announce = useAnnounce()
  const { address, isGone, ask } = useFileAddress(file, false)
  const { name, size } = file

  async function open(): Promise<void> {
    const fresh = await ask()
    if (fresh === null) announce(t('attachment.gone', { name }), { channel: 'alert' })
    else openAddress(document, fresh, name)
  }

  function handleClick(event: MouseEvent): void {
    if (address !== null && isLocal(address)) return
    // Signed addresses last some minutes, and the age of this one is unknown.
    event.preventDefault()
    void open()
  }

  const content = (
    <>
      <FileIcon type={file.type} />
      {/* The blank separates two words for readers of the plain text. */}
      <FileName name={name} />{' '}
      {size > 0 && <span className="file-size">{formatBytes(locale, size)}</span>}
    </>
  )
  if (isGone) {
    return (
      <span className="file-chip" data-state="gone">
        {content}
        <span className="file-gone">{t('attachment.gone', { name })}</span>
      </span>
    )
  }
  if (address === null) {
    return (
      <button type="button" className="file-chip" onClick={() => void open()}>
        {content}
      </button>
    )
  }
  return (
    <a
      className="file-chip"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      download={isLocal(address) ? markAllInvisible(name) : undefined}
      onClick={handleClick}
    >
      {content}
    </a>
  )
}
