import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { InferInput } from 'valibot'
import type { CaseRun, caseRunBody } from '../../../shared/desk/case-runs.ts'
import { randomId } from '../../../shared/ids.ts'
import { call } from '../../api/call.ts'
import { usePage } from '../../session/session-context.tsx'
import { casesKey } from './case-queries.ts'

/** Begins a run, and opens it. A start whose answer was lost may be repeated: it is the same run. */
export function useStartRun() {
  const { project } = usePage()
  const client = useQueryClient()
  const navigate = useNavigate()
  /** The start that has no answer yet. */
  const asked = useRef<{ readonly body: string; readonly externalId: string } | null>(null)
  return useMutation({
    mutationFn: (body: Omit<InferInput<typeof caseRunBody>, 'externalId'>) => {
      const text = JSON.stringify(body)
      if (asked.current?.body !== text) asked.current = { body: text, externalId: randomId(24) }
      const { externalId } = asked.current
      return call<CaseRun>(['projects', project, 'cases', 'runs'], {
        method: 'POST',
        body: { ...body, externalId },
      })
    },
    async onSuccess({ id }) {
      asked.current = null
      await navigate({ to: '.', search: { run: id } })
      await client.invalidateQueries({ queryKey: casesKey(project) })
    },
  })
}
