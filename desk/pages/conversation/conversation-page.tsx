import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { Conversation } from '../../../shared/desk/conversations.ts'
import { useEscapeLayer } from '../../../widget/ui/use-escape-layer.tsx'
import { CallError } from '../../api/call.ts'
import { conversationQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { OPENED_NOTE, tabNotes } from '../../session/device-notes.ts'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConversationActions } from './conversation-actions.tsx'
import { MessagePath } from './message-path.tsx'
import { Notes } from './notes.tsx'
import './conversation-page.css'

/** A conversation: its messages, what is known of its answers, and notes. */
export function Page() {
  const { thread = '' } = useParams({ strict: false }) as { thread?: string }
  const { project } = usePage()
  return <OpenConversation key={`${project} ${thread}`} thread={thread} />
}

function OpenConversation({ thread }: { thread: string }) {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const [isUnmasked, setIsUnmasked] = useState(false)
  const masked = useQuery(conversationQuery(project, thread, false))
  const open = useQuery({ ...conversationQuery(project, thread, true), enabled: isUnmasked })
  const data = (isUnmasked ? open.data : undefined) ?? masked.data
  const failed = isUnmasked && open.isError ? open : masked
  const back = useWayBack(thread)

  if (data === undefined) {
    const isAbsent = masked.error instanceof CallError && masked.error.type === 'not-found'
    return (
      <>
        <PageHeader
          title={isAbsent ? t('thread.notFound') : t('nav.conversations')}
          project={projectName}
          before={back.link}
        />
        <div className="page-body">
          {masked.isError ? (
            <CallFailureCard
              error={masked.error}
              {...(!isAbsent && { onRetry: () => void masked.refetch() })}
            />
          ) : (
            <Skeleton rows={6} rowSize={5} />
          )}
        </div>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={data.row.title ?? t('list.untitled')}
        project={projectName}
        isForeign
        before={back.link}
        hint={<ConversationFacts conversation={data} />}
      >
        <ConversationActions
          conversation={data}
          isUnmasked={isUnmasked && open.isSuccess}
          isBusy={isUnmasked && open.isPending}
          onUnmask={setIsUnmasked}
          onErased={back.go}
        />
      </PageHeader>
      <div className="conversation-body">
        <div className="conversation-main">
          {failed.isError && (
            <CallFailureCard error={failed.error} onRetry={() => void failed.refetch()} />
          )}
          <p className="conversation-mask" data-open={!data.isMasked || undefined}>
            {t(data.isMasked ? 'thread.masked' : 'thread.unmasked')}
          </p>
          {data.isCut && <p className="conversation-mask">{t('thread.cut')}</p>}
          <MessagePath conversation={data} />
        </div>
        <aside className="conversation-side" aria-label={t('notes.title')}>
          <Notes conversation={data} messageId={null} />
        </aside>
      </div>
    </>
  )
}

/** The list from which the person came, with its filters: a link, and Escape. */
function useWayBack(thread: string) {
  const { t } = useI18n()
  const { project } = usePage()
  const navigate = useNavigate()
  const {
    in: from,
    message: _,
    ...filters
  } = useSearch({ strict: false }) as Readonly<Record<string, string>>
  const target = {
    to: '/$project/conversations',
    params: { project: from ?? project },
    search: filters,
  }
  function remember(): void {
    tabNotes.write(OPENED_NOTE, thread)
  }
  function go(): void {
    remember()
    void navigate(target)
  }
  useEscapeLayer(go)
  return {
    go,
    link: (
      <Link className="back-link" {...target} onClick={remember}>
        <ArrowLeft aria-hidden="true" data-flip />
        {t('thread.back')}
      </Link>
    ),
  }
}

function ConversationFacts({ conversation: { row } }: { conversation: Conversation }) {
  const { t } = useI18n()
  const { format } = usePage()
  const facts = [
    row.user === null ? t('list.visitor') : t('thread.by', { name: row.user }),
    t('thread.started', { time: format.dateTime(row.startedAt) }),
    t('column.answersOf', { n: row.answers }),
    row.cost === null ? null : format.money(row.cost),
    ...row.languages.map(format.language),
  ]
  return (
    <span className="conversation-facts">
      {facts.map((fact, index) => fact !== null && <bdi key={index}>{fact}</bdi>)}
    </span>
  )
}
