import ChevronLeft from '@lucide/icons/icons/chevron-left'
import ChevronRight from '@lucide/icons/icons/chevron-right'
import Download from '@lucide/icons/icons/download'
import ZoomIn from '@lucide/icons/icons/zoom-in'
import ZoomOut from '@lucide/icons/icons/zoom-out'
import { Icon, type IconData } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useViewerTexts } from './viewer-texts.tsx'

export interface ViewerBarProps {
  name: string
  /** Which image it is, from 0. */
  index: number
  count: number
  canZoomIn: boolean
  canZoomOut: boolean
  onWalk: (step: 1 | -1) => void
  onZoom: (step: 1 | -1) => void
  onDownload: () => void
}

/** What can be done with an image, and which of how many it is. */
export function ViewerBar(props: ViewerBarProps) {
  const { name, index, count, canZoomIn, canZoomOut, onWalk, onZoom, onDownload } = props
  const t = useViewerTexts()
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
  icon: IconData
  /** It points along the line. */
  isFlipped?: boolean
  /** Without it the button stays, and keeps the focus. Default true. */
  isEnabled?: boolean
  onPress: () => void
}

function BarButton({ label, icon, isFlipped, isEnabled = true, onPress }: BarButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={!isEnabled}
      onClick={() => {
        if (isEnabled) onPress()
      }}
    >
      <Icon of={icon} data-flip={isFlipped} />
    </IconButton>
  )
}
