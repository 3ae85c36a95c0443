import { useSetAtom } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isLocal } from '../use-file-address.tsx'
import { openedImageAtom } from '../atoms/opened-image.ts'

export interface ImageButtonProps {
  /** As it is shown: nothing in it is invisible. */
  name: string
  address: string
  /** It does not load. */
  onError: () => void
}

/** A small image that opens in the viewer, which reads from it what it shows. */
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
        // An isolated page shows images of other places only if they were asked for like this.
        crossOrigin={isLocal(address) ? undefined : 'anonymous'}
        onError={onError}
      />
    </button>
  )
}
