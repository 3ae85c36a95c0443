import { useSetAtom } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isLocal } from '../use-file-address.tsx'
import { openedImageAtom } from '../atoms/opened-image.ts'

export interface ImageButtonProps {
  /** As shown, with invisible characters marked. */
  name: string
  address: string
  /** Called if the image does not load. */
  onError: () => void
}

/** A small image that opens the viewer, which reads name and address from it. */
export function ImageButton({ name, address, onError }: ImageButtonProps) {
  const { t } = useI18n()
  const open = useSetAtom(openedImageAtom)
  return (
    <button
      type="button"
      data-image
      aria-label={t('message.openImage', { name })}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => open(currentTarget)}
    >
      <img
        src={address}
        alt={name}
        // A cross-origin isolated page shows images of other origins only if requested in this mode.
        crossOrigin={isLocal(address) ? undefined : 'anonymous'}
        onError={onError}
      />
    </button>
  )
}
