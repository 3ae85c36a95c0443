import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import {
  ArrowRight,
  Download,
  Eye,
  Headset as Person,
  Keyboard,
  Printer,
  Settings2 as SettingsIcon,
  SquarePen,
  Trash,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { isReadOnlyAtom, messageIdsAtom } from '../conversation/atoms/thread.ts'
import { newThreadAtom } from '../thread-list/atoms/new-thread.ts'
import { identityAtom } from '../world/identity.ts'
import { lookAtom } from '../world/look.ts'
import { personAddressAtom, pressOwnerActionAtom } from '../world/owner-actions.ts'
import { menuDialogAtom, openMenuDialogAtom, type MenuDialog } from '../world/menu-dialog.ts'
import { contextFieldsAtom } from '../world/shared-context.ts'
import { isTouchPrimary } from '../world/decide-key.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { ClearDialog } from './clear-dialog.tsx'
import { ContextDialog } from './context-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TranscriptDialog, TranscriptWriter, usePrint } from './transcript-dialog.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import './menu-dialogs.css'

export interface HeaderMenuProps {
  /** The button that opened the menu; `null` while it is closed. */
  trigger: HTMLElement | null
  /** The menu holds buttons for which the header has no room. */
  isForHeader: boolean
  onClose: () => void
}

/** Actions for the whole chat, and their dialogs. */
export function HeaderMenu({ trigger, ...open }: HeaderMenuProps) {
  const dialog = useAtomValue(menuDialogAtom)
  return (
    <>
      {trigger && <OpenMenu trigger={trigger} {...open} />}
      {dialog?.name === 'context' && <ContextDialog />}
      {dialog?.name === 'transcript' && <TranscriptDialog />}
      {dialog?.name === 'settings' && <SettingsDialog />}
      {dialog?.name === 'shortcuts' && <ShortcutsDialog />}
      {dialog?.name === 'clear' && <ClearDialog />}
      <TranscriptWriter />
    </>
  )
}

type OpenMenuProps = HeaderMenuProps & { trigger: HTMLElement }

function OpenMenu({ trigger, isForHeader, onClose }: OpenMenuProps) {
  const { t } = useI18n()
  const store = useStore()
  const open = useSetAtom(openMenuDialogAtom)
  const press = useSetAtom(pressOwnerActionAtom)
  const print = usePrint()
  const to = (name: MenuDialog) => () => open({ name })
  const hasMessages = store.get(messageIdsAtom).length > 0

  const items: MenuItem[] = []
  const add = (label: string, icon: ReactNode, onSelect: () => void) =>
    items.push({ label, icon, onSelect })
  const { person, headerAction } = store.get(lookAtom)
  const personAddress = store.get(personAddressAtom)
  if (isForHeader) {
    if (!store.get(isReadOnlyAtom)) {
      add(t('header.newThread'), <SquarePen />, () => void store.set(newThreadAtom))
    }
    if (headerAction) add(headerAction, <ArrowRight data-flip />, () => press('header'))
  }
  if (person !== undefined) {
    add(t('menu.person'), <Person />, () => {
      press('person')
      if (personAddress) window.open(personAddress, '_blank', 'noopener,noreferrer')
    })
  }
  if (store.get(contextFieldsAtom).length > 0) add(t('menu.context'), <Eye />, to('context'))
  if (hasMessages) {
    add(t('menu.transcript'), <Download />, to('transcript'))
    add(t('menu.print'), <Printer />, print)
  }
  add(t('menu.settings'), <SettingsIcon />, to('settings'))
  if (!isTouchPrimary(window)) add(t('menu.shortcuts'), <Keyboard />, to('shortcuts'))
  if (store.get(identityAtom)) {
    const icon = <Trash />
    items.push({ label: t('menu.clear'), icon, isDanger: true, onSelect: to('clear') })
  }
  return <Menu trigger={trigger} label={trigger.ariaLabel ?? ''} items={items} onClose={onClose} />
}
