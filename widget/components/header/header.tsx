import { useAtomValue, useSetAtom } from 'jotai/react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import SquarePen from 'lucide-react/icons/square-pen'
import type { RefObject } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { connectionAtom } from '../../state/session.ts'
import {
  isReadOnlyAtom,
  isRunningAtom,
  newThreadAtom,
  threadTitleAtom,
} from '../../state/thread.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import './header.css'
import { markInvisible } from '../../../shared/mark-invisible.ts'

export interface HeaderProps {
  /** Takes the focus where a focused field would open the screen keyboard. */
  titleRef: RefObject<HTMLHeadingElement | null>
  onClose: () => void
}

export function Header({ titleRef, onClose }: HeaderProps) {
  const { t } = useI18n()
  const title = useAtomValue(threadTitleAtom)
  const newThread = useSetAtom(newThreadAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)

  return (
    <header className="header">
      <div className="header-text">
        <h1 ref={titleRef} className="header-title" tabIndex={-1}>
          <bdi>{title === null ? t('header.title') : markInvisible(title)}</bdi>
        </h1>
        <StatusLine />
      </div>
      {!isReadOnly && (
        <IconButton label={t('header.newThread')} onClick={() => void newThread()}>
          <SquarePen />
        </IconButton>
      )}
      <IconButton label={t('header.close')} onClick={onClose}>
        <ChevronDown />
      </IconButton>
    </header>
  )
}

function StatusLine() {
  const { t } = useI18n()
  const connection = useAtomValue(connectionAtom)
  const isRunning = useAtomValue(isRunningAtom)

  function text(): string {
    if (connection === 'offline') return t('header.offline')
    return isRunning ? t('header.running') : t('header.ready')
  }

  return (
    <p className="header-status" data-state={connection}>
      <span className="status-dot" aria-hidden />
      {text()}
    </p>
  )
}
