import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, SubmitEvent } from 'react'
import type { InferOutput } from 'valibot'
import { NOTE_CHARACTERS_MAX } from '../../../shared/desk/conversations.ts'
import type { Conversation, deskNote } from '../../../shared/desk/conversations.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { AutoGrowTextarea } from '../../../widget/ui/auto-grow-textarea.tsx'
import { IconButton } from '../../../widget/ui/icon-button.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { tabNotes } from '../../session/device-notes.ts'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import './notes.css'

type Note = InferOutput<typeof deskNote>

export interface NotesProps {
  conversation: Conversation
  /** Null: notes about the conversation as a whole. */
  messageId: string | null
  /** The person has just asked for a field: it takes the focus. Default false. */
  isFresh?: boolean
}

/** Notes of colleagues, and a field for another one, whose text survives a reload and a new sign-in. */
export function Notes({ conversation, messageId, isFresh = false }: NotesProps) {
  const { t } = useI18n()
  const { may } = usePage()
  const { row, notes } = conversation
  const own = notes.filter((note) => note.messageId === messageId)
  const isAlone = messageId === null
  return (
    <div className="notes">
      {isAlone && <h2>{t('notes.title')}</h2>}
      {own.length > 0 && (
        <ul>
          {own.map((note) => (
            <NoteView key={note.id} note={note} project={row.project} thread={row.id} />
          ))}
        </ul>
      )}
      {isAlone && own.length === 0 && <p className="notes-none">{t('notes.none')}</p>}
      {may('editor') && (
        <NoteField project={row.project} thread={row.id} messageId={messageId} isFresh={isFresh} />
      )}
    </div>
  )
}

interface NotePlace {
  project: string
  thread: string
}

const pathOf = ({ project, thread }: NotePlace): readonly string[] => [
  'projects',
  project,
  'conversations',
  thread,
  'notes',
]

/** Shows the conversation anew after a change of its notes. */
function useRefresh({ project, thread }: NotePlace) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['projects', project, 'conversation', thread] })
}

function NoteView({ note, ...place }: NotePlace & { note: Note }) {
  const { t } = useI18n()
  const { format } = usePage()
  const announce = useAnnounce()
  const refresh = useRefresh(place)
  const remove = useMutation({
    mutationFn: () => call([...pathOf(place), note.id], { method: 'DELETE' }),
    async onSuccess() {
      announce(t('notes.removed'))
      await refresh()
    },
  })
  return (
    <li className="note">
      <p className="note-head">
        <span>
          <bdi>{note.by}</bdi> <time dateTime={note.at}>{format.dateTime(note.at)}</time>
        </span>
        {note.mayRemove && (
          <IconButton
            label={t('notes.remove')}
            aria-disabled={remove.isPending || undefined}
            onClick={() => !remove.isPending && remove.mutate()}
          >
            <X />
          </IconButton>
        )}
      </p>
      <p className="note-text" dir="auto">
        {note.text}
      </p>
      {remove.isError && <CallFailureCard title={t('error.saveTitle')} error={remove.error} />}
    </li>
  )
}

interface NoteFieldProps extends NotePlace {
  messageId: string | null
  isFresh: boolean
}

function NoteField({ messageId, isFresh, ...place }: NoteFieldProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const refresh = useRefresh(place)
  const errorId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draftName = `note-${place.project}-${place.thread}-${messageId ?? ''}`
  const [text, setText] = useState(() => tabNotes.read(draftName) ?? '')
  const tooMany = text.trim().length - NOTE_CHARACTERS_MAX
  const label = t(messageId === null ? 'notes.write' : 'notes.aboutMessage')
  const add = useMutation({
    mutationFn: () =>
      call<Note>(pathOf(place), { method: 'POST', body: { messageId, text: text.trim() } }),
    async onSuccess() {
      write('')
      announce(t('notes.saved'))
      field.current?.focus()
      await refresh()
    },
  })

  function write(changed: string): void {
    setText(changed)
    tabNotes.write(draftName, changed === '' ? null : changed)
  }

  function save(): void {
    if (text.trim() !== '' && tooMany <= 0 && !add.isPending) add.mutate()
  }

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault()
    save()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }

  return (
    <form className="note-form" onSubmit={handleSubmit}>
      <AutoGrowTextarea
        ref={field}
        className="text-field"
        rows={2}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just pressed the button that opens it
        autoFocus={isFresh}
        value={text}
        aria-label={label}
        placeholder={label}
        aria-invalid={tooMany > 0 || undefined}
        aria-describedby={tooMany > 0 ? errorId : undefined}
        onChange={({ target }) => write(target.value)}
        onKeyDown={handleKeyDown}
      />
      {tooMany > 0 && (
        <p id={errorId} className="field-error">
          {t('notes.tooLong', { max: NOTE_CHARACTERS_MAX, n: tooMany })}
        </p>
      )}
      {add.isError && <CallFailureCard title={t('error.saveTitle')} error={add.error} />}
      {text.trim() !== '' && (
        <button
          type="submit"
          className="solid-button"
          aria-disabled={add.isPending || tooMany > 0 || undefined}
        >
          {t('notes.save')}
        </button>
      )}
    </form>
  )
}
