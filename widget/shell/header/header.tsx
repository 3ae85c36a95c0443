import { useAtomValue, useSetAtom } from 'jotai/react'
import { ChevronDown, EllipsisVertical, PanelLeft, SquarePen } from 'lucide-react'
import { Suspense, useState, type RefObject } from 'react'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isTakenAwayAtom, lookAtom } from '../../world/look.ts'
import { pressOwnerActionAtom } from '../../world/owner-actions.ts'
import { connectionAtom } from '../../world/connection.ts'
import { menuDialogAtom, transcriptWishAtom } from '../../world/menu-dialog.ts'
import {
  hasListNewsAtom,
  isPanelFixedAtom,
  listPlaceAtom,
  toggleListAtom,
} from '../../world/panel.ts'
import { threadTitleAtom } from '../../thread-list/atoms/thread-list-facts.ts'
import { isReadOnlyAtom } from '../../conversation/atoms/thread.ts'
import { newThreadAtom } from '../../thread-list/atoms/new-thread.ts'
import { isReconnectingAtom, isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NARROW_HEADER_QUERY } from '../../ui/narrow-header.ts'
import { useMediaQuery } from '../../ui/use-media-query.tsx'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { useListShortcuts } from '../../thread-list/use-list-shortcuts.tsx'
import './header.css'

const HeaderMenu = lazyPart(async () => (await import('../../menu/header-menu.tsx')).HeaderMenu)

export interface HeaderProps {
  /** Gets the focus where a focused field would open the screen keyboard. */
  titleRef: RefObject<HTMLHeadingElement | null>
  /** Gets the focus back when the thread list closes. */
  listToggleRef: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

export function Header({ titleRef, listToggleRef, onClose }: HeaderProps) {
  const { t } = useI18n()
  const title = useAtomValue(threadTitleAtom)
  const newThread = useSetAtom(newThreadAtom)
  const press = useSetAtom(pressOwnerActionAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  const { logo, name, headerAction } = useAtomValue(lookAtom)
  const isTakenAway = useAtomValue(isTakenAwayAtom)
  const isFixed = useAtomValue(isPanelFixedAtom)
  const isNarrow = useMediaQuery(NARROW_HEADER_QUERY)
  const hasMenu = !isTakenAway('menu')
  // The menu has them then.
  const isInMenu = isNarrow && hasMenu
  useListShortcuts()

  return (
    <header className="header">
      {!isTakenAway('history') && <ListToggle buttonRef={listToggleRef} />}
      {logo && !(isNarrow && title !== null) && <img className="header-logo" src={logo} alt="" />}
      <div className="header-text">
        <h1 ref={titleRef} className="header-title" tabIndex={-1}>
          <bdi>{title === null ? t('header.title') : markInvisible(title)}</bdi>
        </h1>
        <StatusLine isNamed={isNarrow || (title === null && name !== undefined)} />
      </div>
      {headerAction && !isInMenu && (
        <button
          type="button"
          className="header-action"
          dir={readPlainDirection(headerAction)}
          onClick={() => press('header')}
        >
          {headerAction}
        </button>
      )}
      {!isReadOnly && !isInMenu && (
        <IconButton
          className="header-new"
          label={t('header.newThread')}
          aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
          onClick={() => void newThread()}
        >
          <SquarePen />
        </IconButton>
      )}
      <More isShown={hasMenu} isForHeader={isInMenu} />
      {!isFixed && (
        <IconButton className="header-close" label={t('header.close')} onClick={onClose}>
          <ChevronDown />
        </IconButton>
      )}
    </header>
  )
}

interface MoreProps {
  isShown: boolean
  /** The menu holds buttons for which the header has no room. */
  isForHeader: boolean
}

/** The button of the menu, if the page wants it, and the dialogs, which the page can open without the button. */
function More({ isShown, isForHeader }: MoreProps) {
  const { t } = useI18n()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const dialog = useAtomValue(menuDialogAtom)
  const wish = useAtomValue(transcriptWishAtom)
  return (
    <>
      {isShown && (
        <IconButton
          label={t('header.more')}
          aria-haspopup="menu"
          aria-expanded={trigger !== null}
          onClick={(event) => setTrigger(trigger ? null : event.currentTarget)}
        >
          <EllipsisVertical />
        </IconButton>
      )}
      {(trigger ?? dialog ?? wish) && (
        <Suspense>
          <HeaderMenu
            trigger={trigger}
            isForHeader={isForHeader}
            onClose={() => setTrigger(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Shows and hides the thread list, and marks news in it. */
function ListToggle({ buttonRef }: { buttonRef: RefObject<HTMLButtonElement | null> }) {
  const { t } = useI18n()
  const isShown = useAtomValue(listPlaceAtom) !== 'none'
  const hasNews = useAtomValue(hasListNewsAtom)
  const toggle = useSetAtom(toggleListAtom)
  const isUnread = hasNews && !isShown
  return (
    <IconButton
      ref={buttonRef}
      className="list-toggle"
      label={t(isUnread ? 'header.threadsUnread' : 'header.threads')}
      data-news={isUnread || undefined}
      aria-expanded={isShown}
      aria-keyshortcuts="Control+Shift+L Meta+Shift+L"
      onClick={toggle}
    >
      <PanelLeft data-flip />
    </IconButton>
  )
}

/** @param isNamed true if the assistant's name is shown above, or has no room. */
function StatusLine({ isNamed }: { isNamed: boolean }) {
  const { t } = useI18n()
  const connection = useAtomValue(connectionAtom)
  const isRunning = useAtomValue(isRunningAtom)
  const isReconnecting = useAtomValue(isReconnectingAtom)

  function text(): string {
    if (connection === 'offline') return t('header.offline')
    if (isReconnecting) return t('offline.reconnecting')
    if (isRunning) return t('header.running')
    return t(isNamed ? 'header.readyHere' : 'header.ready')
  }

  return (
    <p className="header-status" data-state={connection} translate="no">
      <span className="status-dot" aria-hidden />
      <span className="status-text">{text()}</span>
    </p>
  )
}
