import { createContext, use, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog } from '../../widget/ui/dialog.tsx'
import type { PlainKey } from '../i18n/i18n.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { isPlainPress } from '../ui/plain-press.ts'
import './keys-dialog.css'

interface KeysDialogHandle {
  readonly open: () => void
}

const KeysContext = createContext<KeysDialogHandle>({ open: () => undefined })

/** Opens the dialog of keyboard shortcuts. */
export const useKeysDialog = (): KeysDialogHandle => use(KeysContext)

const GROUPS: readonly {
  readonly title: PlainKey
  readonly keys: readonly (readonly [keys: readonly string[], meaning: PlainKey])[]
}[] = [
  {
    title: 'keys.list',
    keys: [
      [['j'], 'keys.next'],
      [['k'], 'keys.previous'],
      [['Enter'], 'keys.open'],
      [['Esc'], 'keys.back'],
      [['/'], 'keys.search'],
    ],
  },
  { title: 'keys.everywhere', keys: [[['?'], 'keys.help']] },
]

/** Opens with `?` and from the account menu. */
export function KeysDialogProvider({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const handle = useMemo(() => ({ open: () => setIsOpen(true) }), [])

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.key === '?' && isPlainPress(event)) {
        event.preventDefault()
        setIsOpen(true)
      }
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])

  return (
    <KeysContext value={handle}>
      {children}
      {isOpen && (
        <Dialog
          title={t('keys.title')}
          closeLabel={t('act.close')}
          onClose={() => setIsOpen(false)}
        >
          {GROUPS.map(({ title, keys }) => (
            <section key={title} className="keys-group">
              <h3>{t(title)}</h3>
              <dl>
                {keys.map(([names, meaning]) => (
                  <div key={meaning}>
                    <dt>
                      {names.map((name) => (
                        <kbd key={name}>{name}</kbd>
                      ))}
                    </dt>
                    <dd>{t(meaning)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Dialog>
      )}
    </KeysContext>
  )
}
