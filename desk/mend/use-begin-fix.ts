import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DeskFix, FixWay } from '../../shared/desk/fixes.ts'
import type { ProjectSettings } from '../../shared/desk/settings.ts'
import { call } from '../api/call.ts'
import { usePage } from '../session/session-context.tsx'
import { writeMend } from './mend-note.ts'
import { targetOf } from './way-targets.ts'

/** An answer that a person mends. */
export interface MendedAnswer {
  readonly thread: string
  readonly message: string
  /** Masked. */
  readonly question: string
  readonly assistant: string
}

/** Records that a fix begins, and goes to its place in the draft. */
export function useBeginFix({ thread, message, question, assistant }: MendedAnswer) {
  const { session, project } = usePage()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (way: FixWay) => {
      const path = ['projects', project, 'conversations', thread, 'messages', message, 'fixes']
      const [, settings] = await Promise.all([
        call<DeskFix>(path, { method: 'POST', body: { way } }),
        call<ProjectSettings>(['projects', project, 'settings']),
      ])
      return settings
    },
    onSuccess({ draft, published }, way) {
      writeMend(project, session.person.id, {
        thread,
        message,
        question,
        way,
        since: published?.number ?? null,
        hadDraft: draft !== null,
      })
      void client.invalidateQueries({ queryKey: ['projects', project, 'conversation', thread] })
      const { to, search } = targetOf(way, question, assistant)
      void navigate({ to, params: { project }, search })
    },
  })
}
