import { useId, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useAnnounce } from '../ui/announcer.tsx'
import { useEscapeLayer } from '../ui/use-escape-layer.tsx'
import { isImeKey } from '../world/decide-key.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useTypedText } from '../world/use-typed-text.tsx'

/** Maximum length of a name. */
export const THREAD_NAME_MAX = 120

export interface RenameFieldProps {
  /** Initial text; empty if the thread has no name. */
  name: string
  /** Called with the new name, or with `null` to keep the old one. */
  onEnd: (name: string | null, how: 'key' | 'blur') => void
}

/** Edits the name of a thread in its place. A name that is too long is marked, never cut. */
export function RenameField({ name, onEnd }: RenameFieldProps) {
  const { t } = useI18n()
  const [text, setText] = useState(name)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const handleChange = useTypedText('rename', field, text, setText)
  const hasEnded = useRef(false)
  const announce = useAnnounce()
  const noteId = useId()
  const trimmed = text.trim()
  const isChanged = trimmed !== '' && trimmed !== name.trim()
  const excess = isChanged ? Math.max(0, trimmed.length - THREAD_NAME_MAX) : 0
  const note = excess > 0 ? t('composer.over', { n: excess }) : ''

  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  // Escape outside of this field belongs to other layers.
  useEscapeLayer(({ target }) => {
    if (!(target instanceof Node) || form.current?.contains(target) !== true) return false
    end(null, 'key')
  })

  /** Called once: a field that is removed from the document may lose the focus again. */
  function end(newName: string | null, how: 'key' | 'blur'): void {
    if (hasEnded.current) return
    hasEnded.current = true
    onEnd(newName, how)
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (excess > 0) announce(note, { channel: 'alert' })
    else end(isChanged ? trimmed : null, 'key')
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // Enter in an input method ends a word, not the name.
    if (event.key === 'Enter' && isImeKey(event.nativeEvent)) event.preventDefault()
  }

  function handleBlur(): void {
    // If another window came to the front, the field waits.
    if (document.hasFocus() && excess === 0) end(isChanged ? trimmed : null, 'blur')
  }

  return (
    <form ref={form} className="thread-rename" onSubmit={handleSubmit}>
      <input
        ref={field}
        className="thread-name-field"
        aria-label={t('threads.renameField')}
        aria-describedby={excess > 0 ? noteId : undefined}
        aria-invalid={excess > 0}
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        value={text}
        onChange={handleChange}
        onKeyDown={handleKeyDown}
        onBlur={handleBlur}
      />
      {excess > 0 && (
        <p id={noteId} className="thread-name-note">
          {note}
        </p>
      )}
    </form>
  )
}
