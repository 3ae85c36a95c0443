import { markAllInvisible } from '../../shared/mark-invisible.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { ImageButton } from './viewer/image-button.tsx'
import { FileChip } from './file-chip.tsx'
import { FileIcon } from './file-name.tsx'
import { useFileAddress } from './use-file-address.tsx'

/** An image in a box of fixed size, so that loading moves nothing. A click opens the viewer. */
export function ImageThumbnail({ image }: { image: Attachment }) {
  const { address, isGone, fail } = useFileAddress(image, true)
  const name = markAllInvisible(image.name)

  if (isGone) return <FileChip file={image} />
  if (address === null) {
    return (
      <span className="image-box" data-state="waiting" role="img" aria-label={name}>
        <FileIcon type="image" />
      </span>
    )
  }
  return <ImageButton {...{ name, address }} onError={fail} />
}
