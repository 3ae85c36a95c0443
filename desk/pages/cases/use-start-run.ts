import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { InferInput } from 'valibot'
import type { CaseRun, caseRunBody } from '../../../shared/desk/case-runs.ts'
import { call } from '../../api/call.ts'
import { usePage } from '../../session/session-context.tsx'
import { casesKey } from './case-queries.ts'

/** Begins a run, and opens it. */
export function useStartRun() {
  const { project } = usePage()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: InferInput<typeof caseRunBody>) =>
      call<CaseRun>(['projects', project, 'cases', 'runs'], { method: 'POST', body }),
    async onSuccess({ id }) {
      await navigate({ to: '.', search: { run: id } })
      await client.invalidateQueries({ queryKey: casesKey(project) })
    },
  })
}
