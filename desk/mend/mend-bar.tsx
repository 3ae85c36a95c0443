import { useIsFetching } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, FlaskConical, Wrench, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { IconButton } from '../../widget/ui/icon-button.tsx'
import { settingsQuery } from '../api/queries.ts'
import { useDraft } from '../draft/draft-context.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { readMend, stageOf, writeMend } from './mend-note.ts'
import type { MendNote } from './mend-note.ts'
import { TryPanel } from './try-panel.tsx'
import './mend-bar.css'

/** Tells which answer the person mends in this draft, with a try and the way back. */
export function MendBar() {
  const { project, session } = usePage()
  const { data, view } = useDraft()
  const person = session.person.id
  const [note, setNote] = useState(() => readMend(project, person))
  const isLoading = useIsFetching({ queryKey: settingsQuery(project).queryKey, exact: true }) > 0
  const hasDraft = data.draft !== null || view.revision !== null
  const stage = note && stageOf(note, { hasDraft, live: data.published })
  // A publish forgets the draft a moment before the new version is known.
  if (stage === 'gone' && !isLoading) setNote(null)
  if (note && hasDraft && !note.hadDraft) setNote({ ...note, hadDraft: true })
  if (note && stage === 'published' && note.published === undefined && data.published) {
    setNote({ ...note, published: data.published.number })
  }

  useEffect(() => writeMend(project, person, note), [project, person, note])

  if (note === null || stage === 'gone') return null
  return stage === 'published' ? (
    <Done note={note} onClose={() => setNote(null)} />
  ) : (
    <UnderWay note={note} onClose={() => setNote(null)} />
  )
}

interface BarProps {
  note: MendNote
  onClose: () => void
}

function UnderWay({ note, onClose }: BarProps) {
  const { t } = useI18n()
  const { data, view, changes, keeper } = useDraft()
  const [isTrying, setIsTrying] = useState(false)
  const panelId = useId()
  const hasDraft = data.draft !== null || view.revision !== null || changes.length > 0
  return (
    <section className="mend-bar" aria-label={t('mend.bar')}>
      <div className="mend-bar-line">
        <Wrench aria-hidden="true" />
        <h2>{t('mend.under', { question: questionOf(note, t('mend.noQuestion')) })}</h2>
        <span className="mend-bar-acts">
          <button
            type="button"
            className="outline-button"
            aria-expanded={isTrying}
            aria-controls={isTrying ? panelId : undefined}
            onClick={() => setIsTrying(!isTrying)}
          >
            <FlaskConical aria-hidden="true" />
            {t('try.title')}
          </button>
          <BackLink note={note} />
        </span>
        <IconButton label={t('mend.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {isTrying && (
        <div id={panelId}>
          <TryPanel
            thread={note.thread}
            message={note.message}
            draft={!hasDraft ? 'none' : view.problems.length > 0 ? 'faulty' : 'ready'}
            revision={view.revision}
            noDraft={t('try.noDraftHere')}
            isEager
            save={async () => ({
              isSaved: await keeper.flush(),
              revision: keeper.view().revision,
            })}
          />
        </div>
      )}
    </section>
  )
}

function Done({ note, onClose }: BarProps) {
  const { t } = useI18n()
  const { data } = useDraft()
  return (
    <section className="mend-bar" data-done aria-label={t('mend.bar')}>
      <div className="mend-bar-line">
        <Check aria-hidden="true" />
        <h2>
          {t('mend.done', {
            n: data.published?.number ?? 1,
            question: questionOf(note, t('mend.noQuestion')),
          })}
        </h2>
        <span className="mend-bar-acts">
          <BackLink note={note} onClick={onClose} />
        </span>
        <IconButton label={t('mend.closeDone')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
    </section>
  )
}

function BackLink({ note, onClick }: { note: MendNote; onClick?: () => void }) {
  const { t } = useI18n()
  const { project } = usePage()
  return (
    <Link
      className="outline-button"
      to="/$project/conversations/$thread"
      params={{ project, thread: note.thread }}
      search={{ message: note.message }}
      onClick={onClick}
    >
      <ArrowLeft aria-hidden="true" data-flip />
      {t('mend.back')}
    </Link>
  )
}

const QUESTION_CHARACTERS = 120

function questionOf({ question }: MendNote, none: string): string {
  if (question === '') return none
  const isLong = question.length > QUESTION_CHARACTERS
  return isLong ? `${question.slice(0, QUESTION_CHARACTERS).toWellFormed()}…` : question
}
