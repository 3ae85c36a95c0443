import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'

export interface ViewerBarProps {
  name: string
  /** Index of the image, from 0. */
  index: number
  count: number
  canZoomIn: boolean
  canZoomOut: boolean
  onWalk: (step: 1 | -1) => void
  onZoom: (step: 1 | -1) => void
  onDownload: () => void
}

/** Position and actions of an image. */
export function ViewerBar(props: ViewerBarProps) {
  const { name, index, count, canZoomIn, canZoomOut, onWalk, onZoom, onDownload } = props
  const { t } = useI18n()
  return (
    <div className="viewer-bar">
      {count > 1 && (
        <>
          <BarButton
            label={t('viewer.previous')}
            icon={ChevronLeft}
            isFlipped
            isEnabled={index > 0}
            onPress={() => onWalk(-1)}
          />
          <p role="status" className="viewer-place" translate="no">
            <span className="visually-hidden">{name} </span>
            {t('branch.placeName', { n: index + 1, count })}
          </p>
          <BarButton
            label={t('viewer.next')}
            icon={ChevronRight}
            isFlipped
            isEnabled={index < count - 1}
            onPress={() => onWalk(1)}
          />
        </>
      )}
      <BarButton
        label={t('viewer.zoomOut')}
        icon={ZoomOut}
        isEnabled={canZoomOut}
        onPress={() => onZoom(-1)}
      />
      <BarButton
        label={t('viewer.zoomIn')}
        icon={ZoomIn}
        isEnabled={canZoomIn}
        onPress={() => onZoom(1)}
      />
      <BarButton label={t('viewer.download')} icon={Download} onPress={onDownload} />
    </div>
  )
}

interface BarButtonProps {
  label: string
  icon: LucideIcon
  /** True for icons that point in reading direction. */
  isFlipped?: boolean
  /** False disables the button, which stays and keeps the focus. Default true. */
  isEnabled?: boolean
  onPress: () => void
}

function BarButton({ label, icon: Sign, isFlipped, isEnabled = true, onPress }: BarButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={!isEnabled}
      onClick={() => {
        if (isEnabled) onPress()
      }}
    >
      <Sign data-flip={isFlipped} />
    </IconButton>
  )
}
