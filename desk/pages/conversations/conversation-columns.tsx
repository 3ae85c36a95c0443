import { CircleAlert, CircleHelp, StickyNote, ThumbsDown, ThumbsUp } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import { VisuallyHidden } from '../../../widget/ui/visually-hidden.tsx'
import type { PlainKey } from '../../i18n/i18n.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { PageContext } from '../../session/session-context.tsx'
import { MarkedWords } from '../../ui/marked-words.tsx'
import { PageLink } from '../../ui/page-link.tsx'

/** Facts that all rows share, so that no cell asks for them. */
export interface RowWorld extends Pick<PageContext, 'session' | 'project' | 'format'> {
  /** The filters in the address. */
  readonly search: Readonly<Record<string, unknown>>
  readonly now: number
}

interface CellProps {
  row: ConversationRow
  world: RowWorld
}

interface ConversationColumn {
  readonly id: string
  readonly header: PlainKey
  readonly Cell: ComponentType<CellProps>
}

/** Columns of the list. Where there is no room, the style sheet draws a row as a card of two lines. */
export const CONVERSATION_COLUMNS: readonly ConversationColumn[] = [
  { id: 'question', header: 'column.question', Cell: Question },
  { id: 'signs', header: 'column.signs', Cell: Signs },
  { id: 'assistant', header: 'column.assistant', Cell: Assistants },
  { id: 'answers', header: 'column.answers', Cell: Answers },
  { id: 'cost', header: 'column.cost', Cell: Cost },
  { id: 'last', header: 'column.last', Cell: Last },
]

function Question({ row, world: { project, search } }: CellProps) {
  const { t } = useI18n()
  return (
    <>
      <PageLink
        className="conversation-link"
        path={[row.project, 'conversations', row.id]}
        search={project === ALL_PROJECTS ? { ...search, in: ALL_PROJECTS } : search}
        data-thread={row.id}
        dir="auto"
      >
        {row.title ?? t('list.untitled')}
      </PageLink>
      {!isTitleAgain(row) && (
        <span className="conversation-snippet">
          <MarkedWords words={row.snippet} />
        </span>
      )}
    </>
  )
}

/** Titles are often the first question, word for word; a found word is shown in any case. */
const isTitleAgain = ({ title, snippet }: ConversationRow): boolean =>
  snippet.every(({ mark }) => mark !== 'found') &&
  snippet.map(({ text }) => text).join('') === title

function Signs({ row }: CellProps) {
  const { t } = useI18n()
  const { good, bad, isUnanswered, hasError, notes } = row
  return (
    <span className="signs">
      {bad > 0 && <Sign icon={ThumbsDown} kind="bad" words={t('sign.bad', { n: bad })} />}
      {good > 0 && <Sign icon={ThumbsUp} kind="good" words={t('sign.good', { n: good })} />}
      {isUnanswered && <Sign icon={CircleHelp} kind="warning" words={t('sign.unanswered')} />}
      {hasError && <Sign icon={CircleAlert} kind="bad" words={t('sign.error')} />}
      {notes > 0 && <Sign icon={StickyNote} kind="plain" words={t('sign.notes', { n: notes })} />}
    </span>
  )
}

interface SignProps {
  icon: LucideIcon
  kind: 'good' | 'bad' | 'warning' | 'plain'
  words: string
}

function Sign({ icon: Icon, kind, words }: SignProps) {
  return (
    <span className="sign" data-kind={kind} title={words}>
      <Icon aria-hidden="true" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

function Assistants({ row, world: { session, project } }: CellProps) {
  const owner = session.projects.find(({ id }) => id === row.project)?.name ?? row.project
  const names = row.assistants.join(', ')
  return <bdi>{project === ALL_PROJECTS ? [owner, names].filter(Boolean).join(' · ') : names}</bdi>
}

function Answers({ row, world: { format } }: CellProps) {
  const { t } = useI18n()
  return (
    <>
      <span aria-hidden="true">{format.number(row.answers)}</span>
      <VisuallyHidden>{t('column.answersOf', { n: row.answers })}</VisuallyHidden>
    </>
  )
}

function Cost({ row, world: { format } }: CellProps) {
  return row.cost === null ? null : format.money(row.cost)
}

function Last({ row, world: { format, now } }: CellProps) {
  return (
    <time dateTime={row.lastAt} title={format.dateTime(row.lastAt)}>
      {format.ago(row.lastAt, now)}
    </time>
  )
}
