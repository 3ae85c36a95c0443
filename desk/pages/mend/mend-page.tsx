import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FIX_WAYS } from '../../../shared/desk/fixes.ts'
import type { DeskFix, FixWay } from '../../../shared/desk/fixes.ts'
import type { ProjectSettings } from '../../../shared/desk/settings.ts'
import { call } from '../../api/call.ts'
import { conversationQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { writeMend } from '../../mend/mend-note.ts'
import { mendedAnswer } from '../../mend/mended-answer.ts'
import { targetOf } from '../../mend/way-targets.ts'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface MendSearch {
  readonly way?: string
  readonly thread?: string
  /** Id of the message that is mended. */
  readonly message?: string
}

/** Begins a fix, in whichever tab its link was opened, and leads on to its place in the draft. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const { way: name, thread = '', message = '' }: MendSearch = useSearch({ strict: false })
  const way = FIX_WAYS.find((each) => each === name)
  return (
    <>
      <PageHeader title={t('mend.title')} project={projectName} />
      <div className="report-body">
        {way === undefined ? (
          <EmptyState title={t('desk.notFound')} />
        ) : (
          <Beginning
            key={`${project} ${way} ${message}`}
            way={way}
            thread={thread}
            message={message}
          />
        )}
      </div>
    </>
  )
}

interface BeginningProps {
  way: FixWay
  thread: string
  message: string
}

function Beginning({ way, thread, message }: BeginningProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const { mutate, data, error } = useBeginFix({ way, thread, message })
  useEffect(() => mutate(), [mutate])
  if (data) {
    const { to, search } = targetOf(way, data.question, data.assistant)
    // In the place of this page: a reload or the way back begins nothing again.
    return <Navigate to={to} params={{ project }} search={search} replace />
  }
  return error ? (
    <CallFailureCard title={t('mend.failed')} error={error} onRetry={() => mutate()} />
  ) : (
    <Skeleton rows={6} rowSize={5} />
  )
}

/** Records the fix, and notes it in the tab. */
function useBeginFix({ way, thread, message: id }: BeginningProps) {
  const { session, project } = usePage()
  const client = useQueryClient()
  return useMutation({
    async mutationFn() {
      const path = ['projects', project, 'conversations', thread]
      const [, settings, conversation] = await Promise.all([
        call<DeskFix>([...path, 'messages', id, 'fixes'], { method: 'POST', body: { way } }),
        call<ProjectSettings>(['projects', project, 'settings']),
        // Masked: personal data stays out of addresses and of the draft.
        client.fetchQuery(conversationQuery(project, thread, false)),
      ])
      const { draft, published } = settings
      const { question, assistant } = mendedAnswer(conversation, id)
      writeMend(project, session.person.id, {
        thread,
        message: id,
        question,
        way,
        since: published?.number ?? null,
        hadDraft: draft !== null,
      })
      return { question, assistant }
    },
    onSuccess: () =>
      client.invalidateQueries({ queryKey: ['projects', project, 'conversation', thread] }),
  })
}
