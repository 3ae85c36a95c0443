import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import {
  Suspense,
  useId,
  useState,
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import {
  canSendAtom,
  draftAtom,
  isSendingAtom,
  sendDraftAtom,
  sendWaitAtom,
} from './atoms/composer.ts'
import { userTextMaxAtom } from '../world/server-facts.ts'
import { settingsAtom } from '../world/settings.ts'
import { shownNotesAtom } from './atoms/shown-trays.ts'
import { isReadOnlyAtom, isRefusingAtom } from '../conversation/atoms/thread.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { useAnnounce } from '../ui/announcer.tsx'
import { AutoGrowTextarea } from '../ui/auto-grow-textarea.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useEditPlace } from '../world/use-edit-place.tsx'
import { ComposerNote, trayNoteId } from './composer-note.tsx'
import { decideFieldKey, isTouchPrimary } from '../world/decide-key.ts'
import { measureDraft } from './measure-draft.ts'
import { SendButton } from './send-button.tsx'
import './composer.css'

// Code for files: text can be typed without it.
const ComposerExtras = lazyPart(async () => (await import('./composer-extras.tsx')).ComposerExtras)
const AttachButton = lazyPart(async () => (await import('./attach-button.tsx')).AttachButton)

export interface ComposerProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /**
   * False for the first drawing, which the build makes too: it shows nothing of this chat, and loads nothing. Default
   * true.
   */
  isTaken?: boolean
}

/** The field for messages, which stays usable during a run; only sending waits. */
export function Composer({ fieldRef, isTaken = true }: ComposerProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const draft = useAtomValue(draftAtom)
  const sendDraft = useSetAtom(sendDraftAtom)
  const canSend = useAtomValue(canSendAtom)
  const isRunning = useAtomValue(isRunningAtom)
  const wait = useAtomValue(sendWaitAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  const isRefusing = useAtomValue(isRefusingAtom)
  const [wasBusyPressed, setWasBusyPressed] = useState(false)
  const noteId = useId()
  const length = measureDraft(draft, useAtomValue(userTextMaxAtom))
  const isBusyHintShown = wasBusyPressed && isRunning
  const isNoted =
    length.type !== 'short' || isBusyHintShown || wait !== null || isReadOnly || isRefusing
  const trayNotes = useAtomValue(shownNotesAtom)
  const describedBy = [
    ...(isNoted ? [noteId] : []),
    ...trayNotes.map((_note, index) => trayNoteId(index)),
  ]

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (canSend && length.type !== 'over') {
      setWasBusyPressed(false)
      void sendDraft()
    }
  }

  function handleBusy(): void {
    if (isBusyHintShown) return
    setWasBusyPressed(true)
    announce(t('composer.busy'))
  }

  /** The card looks like the field, so a press anywhere on it focuses the field. */
  function handleCardPress(event: MouseEvent): void {
    const isOnField = event.target === fieldRef.current
    if (isOnField || (event.target as Element).closest('button') !== null) return
    event.preventDefault()
    fieldRef.current?.focus()
  }

  return (
    <form
      className="composer"
      aria-label={t('composer.form')}
      data-sending={useAtomValue(isSendingAtom)}
      onSubmit={handleSubmit}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field is inside */}
      <div className="composer-card" data-state={length.type} onMouseDown={handleCardPress}>
        {isTaken && (
          <Suspense>
            <ComposerExtras fieldRef={fieldRef} />
          </Suspense>
        )}
        <ComposerField
          ref={fieldRef}
          isTaken={isTaken}
          isInvalid={length.type === 'over'}
          describedBy={describedBy.length > 0 ? describedBy.join(' ') : undefined}
          onBusy={handleBusy}
        />
        <div className="composer-tools">
          {isTaken && (
            <Suspense>
              <AttachButton fieldRef={fieldRef} />
            </Suspense>
          )}
          <SendButton
            isBlocked={length.type === 'over'}
            onStopped={() => fieldRef.current?.focus()}
          />
        </div>
      </div>
      {isTaken ? (
        <ComposerNote id={noteId} length={length} isBusyHintShown={isBusyHintShown} wait={wait} />
      ) : (
        <p className="composer-note" />
      )}
    </form>
  )
}

interface ComposerFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>
  isTaken: boolean
  isInvalid: boolean
  describedBy: string | undefined
  /** The key that sends was pressed during a run. */
  onBusy: () => void
}

function ComposerField({ ref, isTaken, isInvalid, describedBy, onBusy }: ComposerFieldProps) {
  const { t } = useI18n()
  const [draft, setDraft] = useAtom(draftAtom)
  const isRunning = useAtomValue(isRunningAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  const { sendKey } = useAtomValue(settingsAtom)
  const placeOf = useEditPlace(ref)
  const isEnterText = isTaken && (sendKey === 'modifier' || isTouchPrimary(window))

  function handleChange(event: ChangeEvent<HTMLTextAreaElement>): void {
    setDraft(event.target.value, { before: draft, place: placeOf(event) })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const decision = decideFieldKey(event, isRunning, sendKey)
    if (decision === 'native') return
    event.preventDefault()
    if (decision === 'send') event.currentTarget.form?.requestSubmit()
    else onBusy()
  }

  return (
    <AutoGrowTextarea
      ref={ref}
      className="composer-field"
      // A browser that restores a reloaded form would add the text to the stored draft.
      autoComplete="off"
      aria-label={t('composer.field')}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      placeholder={isReadOnly ? undefined : t('composer.placeholder')}
      readOnly={isReadOnly}
      enterKeyHint={isEnterText ? 'enter' : 'send'}
      // An empty field has the page's direction, since its placeholder is in the page's language.
      dir={draft === '' ? undefined : 'auto'}
      value={draft}
      onChange={handleChange}
      onKeyDown={handleKeyDown}
    />
  )
}
