import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import {
  Download,
  Eye,
  Headset as Person,
  Keyboard,
  Printer,
  Settings2 as SettingsIcon,
  Trash,
  type LucideIcon,
} from 'lucide-react'
import { messageIdsAtom } from '../conversation/atoms/thread.ts'
import { identityAtom } from '../world/identity.ts'
import { lookAtom } from '../world/look.ts'
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
  onClose: () => void
  /** The person wants to talk to a human. */
  onPerson: () => void
}

/** Actions for the whole chat, and their dialogs. */
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
  const add = (label: string, Sign: LucideIcon, onSelect: () => void) =>
    items.push({ label, icon: <Sign />, onSelect })
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
    const icon = <Trash />
    items.push({ label: t('menu.clear'), icon, isDanger: true, onSelect: to('clear') })
  }
  return <Menu trigger={trigger} label={trigger.ariaLabel ?? ''} items={items} onClose={onClose} />
}
