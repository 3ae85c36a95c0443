import type { Message, MessageStatus } from '../../shared/thread/message.ts'
import type { RunRow, Scope, Store } from '../store/store.ts'

export interface ReportSettings {
  readonly store: Pick<Store, 'reports'>
  readonly scope: Scope
  readonly run: RunRow
  readonly modelName: string
  readonly now: () => Date
}

/**
 * Counts a saved answer for the project's usage. Clients that store their own rows report their own
 * runs; for these the server is the one who knows.
 */
export async function reportRun(settings: ReportSettings, answer: Message): Promise<void> {
  const { store, scope, run, modelName, now } = settings
  await store.reports.addRun(scope, {
    threadId: run.threadId,
    messageId: run.messageId,
    traceId: null,
    status: reportedStatus(answer.status),
    modelId: modelName,
    durationMs: Math.max(0, now().getTime() - Date.parse(run.startedAt)),
    inputTokens: sumOf(answer, 'inputTokens'),
    outputTokens: sumOf(answer, 'outputTokens'),
    attributes: { source: 'server' },
  })
}

function reportedStatus(status: MessageStatus | undefined): string {
  if (status?.type === 'complete' || status?.type === 'requires-action') return 'completed'
  return status?.type === 'incomplete' && status.reason === 'error' ? 'error' : 'incomplete'
}

/** Null where the provider told nothing. */
function sumOf(answer: Message, name: 'inputTokens' | 'outputTokens'): number | null {
  const counts = (answer.metadata.steps ?? []).flatMap((step) =>
    step.state === 'finished' ? (step.usage?.[name] ?? []) : [],
  )
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}
