import { useState } from 'react'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileChip } from './file-chip.tsx'
import { FileIcon } from './file-name.tsx'
import { isLocal, useFileAddress } from './use-file-address.tsx'

/** An image in a box of fixed size, so that nothing moves when it comes; larger in a dialog. */
export function ImageThumbnail({ image }: { image: Attachment }) {
  const { t } = useI18n()
  const { address, isGone, fail } = useFileAddress(image, true)
  const [isOpen, setIsOpen] = useState(false)
  const name = markInvisible(image.name)

  if (isGone) return <FileChip file={image} />
  if (address === null) {
    return (
      <span className="image-box" data-state="waiting" role="img" aria-label={name}>
        <FileIcon type="image" />
      </span>
    )
  }
  // An isolated page shows images of other places only if they were asked for like this.
  const crossOrigin = isLocal(address) ? undefined : 'anonymous'
  return (
    <>
      <button
        type="button"
        className="image-box"
        aria-label={t('message.openImage', { name })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <img src={address} alt="" crossOrigin={crossOrigin} decoding="async" onError={fail} />
      </button>
      {isOpen && (
        <Dialog
          className="lightbox"
          title={name}
          closeLabel={t('action.close')}
          onClose={() => setIsOpen(false)}
        >
          <img
            className="lightbox-image"
            src={address}
            // The title above it is its name.
            alt={t('message.image')}
            crossOrigin={crossOrigin}
          />
          <FileChip file={image} />
        </Dialog>
      )}
    </>
  )
}
