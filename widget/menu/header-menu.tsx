import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import Download from '@lucide/icons/icons/download'
import Eye from '@lucide/icons/icons/eye'
import Person from '@lucide/icons/icons/headset'
import Keyboard from '@lucide/icons/icons/keyboard'
import Printer from '@lucide/icons/icons/printer'
import SettingsIcon from '@lucide/icons/icons/settings-2'
import Trash from '@lucide/icons/icons/trash'
import { messageIdsAtom } from '../conversation/atoms/thread.ts'
import { identityAtom } from '../world/identity.ts'
import { lookAtom } from '../world/look.ts'
import { menuDialogAtom, openMenuDialogAtom, type MenuDialog } from '../world/menu-dialog.ts'
import { contextFieldsAtom } from '../world/shared-context.ts'
import { isTouchPrimary } from '../world/decide-key.ts'
import { Icon } from '../ui/icon.tsx'
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
  onClose: () => void
  /** Somebody wants to talk to a person. */
  onPerson: () => void
}

/** What can be done with the chat as a whole, and the dialogs that do it. */
export function HeaderMenu({ trigger, onClose, onPerson }: HeaderMenuProps) {
  const dialog = useAtomValue(menuDialogAtom)
  return (
    <>
      {trigger && <OpenMenu trigger={trigger} onClose={onClose} onPerson={onPerson} />}
      {dialog?.name === 'context' && <ContextDialog />}
      {dialog?.name === 'transcript' && <TranscriptDialog />}
      {dialog?.name === 'settings' && <SettingsDialog />}
      {dialog?.name === 'shortcuts' && <ShortcutsDialog />}
      {dialog?.name === 'clear' && <ClearDialog />}
      <TranscriptWriter />
    </>
  )
}

function OpenMenu({ trigger, onClose, onPerson }: HeaderMenuProps & { trigger: HTMLElement }) {
  const { t } = useI18n()
  const store = useStore()
  const open = useSetAtom(openMenuDialogAtom)
  const print = usePrint()
  const to = (name: MenuDialog) => () => open({ name })
  const hasMessages = store.get(messageIdsAtom).length > 0

  const items: MenuItem[] = []
  const add = (label: string, icon: Parameters<typeof Icon>[0]['of'], onSelect: () => void) =>
    items.push({ label, icon: <Icon of={icon} />, onSelect })
  const { person } = store.get(lookAtom)
  if (person !== undefined) {
    add(t('menu.person'), Person, () => {
      onPerson()
      if (person !== 'event') window.open(person, '_blank', 'noopener,noreferrer')
    })
  }
  if (store.get(contextFieldsAtom).length > 0) add(t('menu.context'), Eye, to('context'))
  if (hasMessages) {
    add(t('menu.transcript'), Download, to('transcript'))
    add(t('menu.print'), Printer, print)
  }
  add(t('menu.settings'), SettingsIcon, to('settings'))
  if (!isTouchPrimary(window)) add(t('menu.shortcuts'), Keyboard, to('shortcuts'))
  if (store.get(identityAtom)) {
    const icon = <Icon of={Trash} />
    items.push({ label: t('menu.clear'), icon, isDanger: true, onSelect: to('clear') })
  }
  return <Menu trigger={trigger} label={trigger.ariaLabel ?? ''} items={items} onClose={onClose} />
}
