import { useSetAtom, useStore } from 'jotai/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { clearData } from '../session/clear-data.ts'
import { depsOf } from '../world/chat-deps.ts'
import { finishMenuDialogAtom, openMenuDialogAtom } from '../world/menu-dialog.ts'
import { useAnnounce } from '../ui/announcer.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before all data of a person are deleted. An accidental Enter deletes nothing. */
export function ClearDialog() {
  const { t } = useI18n()
  const store = useStore()
  const announce = useAnnounce()
  const open = useSetAtom(openMenuDialogAtom)
  const finish = useSetAtom(finishMenuDialogAtom)
  const cancel = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'asking' | 'clearing' | 'failed'>('asking')

  // After the dialog has opened, which focuses its first button.
  useLayoutEffect(() => cancel.current?.focus(), [])

  async function handleClear(): Promise<void> {
    setState('clearing')
    try {
      // The result is sent before the sign-out, which ends the call.
      await clearData(store, finish)
    } catch (error) {
      depsOf(store.get).report('The data could not be deleted:', error)
      announce(t('clear.failed'), { channel: 'alert' })
      return setState('failed')
    }
    announce(t('clear.done'))
    store.set(requestFocusAtom)
  }

  const isClearing = state === 'clearing'
  return (
    <Dialog
      title={t('clear.title')}
      description={t('clear.hint')}
      closeLabel={t('action.close')}
      onClose={() => !isClearing && open(null)}
    >
      {state === 'failed' && <p className="menu-failure">{t('clear.failed')}</p>}
      <div className="delete-actions">
        <button
          ref={cancel}
          type="button"
          className="outline-button"
          aria-disabled={isClearing}
          onClick={() => !isClearing && open(null)}
        >
          {t('threads.cancel')}
        </button>
        <button
          type="button"
          className="outline-button danger-button"
          aria-disabled={isClearing}
          onClick={() => !isClearing && void handleClear()}
        >
          {t('clear.delete')}
        </button>
      </div>
    </Dialog>
  )
}
