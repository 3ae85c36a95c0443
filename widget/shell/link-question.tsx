import { useAtomValue } from 'jotai/react'
import { useId, useLayoutEffect, useRef } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { linkQuestionAtom, type LinkQuestion as Question } from '../world/link-question.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useArmed } from '../ui/use-armed.tsx'
import './link-question.css'

/** Shows a link's whole address before the page goes there. */
export function LinkQuestion() {
  const question = useAtomValue(linkQuestionAtom)
  return question && <LinkDialog key={question.url} {...question} />
}

/** Ignores an accidental Enter, and presses that began before the dialog was shown. */
function LinkDialog({ url, answer }: Question) {
  const { t } = useI18n()
  const addressId = useId()
  const address = useRef<HTMLDivElement>(null)
  const { isArmed, isMeant } = useArmed(address)

  // After the dialog has opened, which focuses its first button. The address has to be visible, and keys scroll it.
  useLayoutEffect(() => address.current?.focus(), [])

  return (
    <Dialog
      title={t('link.title')}
      description={t('link.hint')}
      describedBy={addressId}
      closeLabel={t('action.close')}
      onClose={() => answer(false)}
    >
      {/* A parsed address is ASCII: other scripts, invisible and bidirectional control characters are escaped in it. */}
      <div
        ref={address}
        className="link-address"
        dir="ltr"
        translate="no"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        role="group"
        aria-label={t('link.address')}
      >
        <bdi id={addressId}>{url}</bdi>
      </div>
      <div className="delete-actions">
        <button type="button" className="outline-button" onClick={() => answer(false)}>
          {t('threads.cancel')}
        </button>
        <button
          type="button"
          className="outline-button"
          aria-disabled={!isArmed}
          onClick={(event) => isMeant(event) && answer(true)}
        >
          {t('link.open')}
        </button>
      </div>
    </Dialog>
  )
}
