import ArrowDown from 'lucide-react/icons/arrow-down'
import { IconButton } from '../../ui/icon-button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'

export interface LatestButtonProps {
  hasNew: boolean
  onClick: () => void
}

export function LatestButton({ hasNew, onClick }: LatestButtonProps) {
  const { t } = useI18n()
  return (
    <div className="latest">
      <IconButton
        className="latest-button"
        label={t('thread.latest')}
        data-state={hasNew ? 'new' : 'idle'}
        onClick={onClick}
      >
        <ArrowDown />
      </IconButton>
    </div>
  )
}
