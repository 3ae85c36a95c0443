import { useAtomValue, useSetAtom } from 'jotai/react'
import { openMenuDialogAtom } from '../world/menu-dialog.ts'
import { settingsAtom } from '../world/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'

/** The keys of the chat. */
export function ShortcutsDialog() {
  const { t } = useI18n()
  const { sendKey } = useAtomValue(settingsAtom)
  const open = useSetAtom(openMenuDialogAtom)
  const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  const isPlain = sendKey === 'enter'

  const rows: readonly (readonly [label: string, ...keys: readonly string[]])[] = [
    [t('composer.send'), ...(isPlain ? [] : [modifier]), 'Enter'],
    [t('shortcuts.newLine'), ...(isPlain ? ['Shift'] : []), 'Enter'],
    [t('shortcuts.edit'), '↑'],
    [t('shortcuts.messages'), '↑', '↓'],
    [t('shortcuts.back'), 'Esc'],
    [t('header.newThread'), modifier, 'Shift', 'O'],
    [t('header.threads'), modifier, 'Shift', 'L'],
  ]
  return (
    <Dialog title={t('menu.shortcuts')} closeLabel={t('action.close')} onClose={() => open(null)}>
      <dl className="menu-keys">
        {rows.map(([label, ...keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
