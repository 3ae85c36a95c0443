import { AlcoveError } from '../../shared/errors.ts'
import type { GuardedTell } from '../files/fetch/guarded-tell.ts'
import type {
  AttemptRow,
  ClaimedDelivery,
  DeliveryEnd,
  DeliveryRow,
  HookRow,
  ReportWeek,
  Store,
} from '../store/store.ts'
import { describeNotice } from './describe-notice.ts'
import type { HookSecrets } from './hook-secrets.ts'
import { HOOK_PAUSES_MS, nextAttempt } from './pauses.ts'
import { signNotice } from './sign-notice.ts'

/** Time of a receiver for its answer. */
export const NOTICE_TIMEOUT_MS = 10_000
/** Attempts that one process makes at once. */
export const NOTICES_AT_ONCE = 20
/** Attempts for one webhook among them. */
export const NOTICES_PER_HOOK = 4
/** Attempts for all webhooks of one project among them: slow receivers hold up no other project. */
export const NOTICES_PER_PROJECT = 8
/** Attempts in the log of a delivery. */
export const LOGGED_ATTEMPTS_MAX = 25

export interface NoticeSenderParts {
  readonly store: Pick<Store, 'notices' | 'now'>
  readonly tell: GuardedTell
  readonly secrets: HookSecrets
  /** The desk's page of a conversation; undefined: the service does not know its own address. */
  readonly addressOf: (projectId: string, threadId: string) => string | undefined
  /** Content of a weekly report. */
  readonly readReport: (projectId: string, week: ReportWeek) => Promise<object>
  readonly onError: (error: unknown) => void
  /** Default: {@link NOTICE_TIMEOUT_MS}. */
  readonly timeoutMs?: number
}

/** Delivers notices to webhooks. */
export interface NoticeSender {
  /** Begins the attempts that are due, as many as may run at once. Resolves when those have ended. */
  sendDue(): Promise<void>
  /** Makes an attempt for one delivery now, if it is due. Returns the delivery as it is then. */
  sendNow(projectId: string, deliveryId: string): Promise<DeliveryRow | undefined>
  /** Ends all attempts of this process; others repeat them. */
  stop(): void
}

export function createNoticeSender(parts: NoticeSenderParts): NoticeSender {
  const { store, tell, secrets, addressOf, readReport, onError } = parts
  const { timeoutMs = NOTICE_TIMEOUT_MS } = parts
  const { hooks, deliveries } = store.notices
  const running = new Set<ClaimedDelivery>()
  const stopping = new AbortController()

  async function attempt(claimed: ClaimedDelivery): Promise<void> {
    const { projectId, hookId } = claimed
    running.add(claimed)
    try {
      const hook = await hooks.find(projectId, hookId)
      // Gone with its deliveries.
      if (!hook) return
      const startedAt = store.now()
      const { status, problem } = await send(claimed, hook)
      // Another process takes over once the lease has ended.
      if (stopping.signal.aborted) return
      const ms = Math.max(0, store.now() - startedAt)
      const ended = { at: new Date(startedAt).toISOString(), ms, status, problem }
      const log = [...withLost(claimed), ended].slice(-LOGGED_ATTEMPTS_MAX)
      await deliveries.end(claimed, endOf(claimed, problem, store.now()), log)
    } catch (error) {
      onError(error)
    } finally {
      running.delete(claimed)
    }
  }

  async function send(
    { attempts, projectId, notice }: ClaimedDelivery,
    hook: HookRow,
  ): Promise<Pick<AttemptRow, 'status' | 'problem'>> {
    const opened = hook.secrets.flatMap(({ sealed }) => secrets.open(sealed) ?? [])
    if (opened.length === 0) return { status: null, problem: SECRET_LOST }
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const { from, to } = notice.data as unknown as ReportWeek
      const report =
        notice.event === 'report.weekly' ? await readReport(projectId, { from, to }) : undefined
      const body = describeNotice({ projectId, notice }, addressOf, report)
      const signed = { id: notice.id, body, attempt: attempts, at: new Date(store.now()) }
      const answer = await tell(hook.url, {
        headers: signNotice(opened, signed),
        body,
        signal: AbortSignal.any([timeout, stopping.signal]),
      })
      if (answer.type === 'refused') {
        return { status: null, problem: `Nothing was sent: ${answer.reason}.` }
      }
      return { status: answer.status, problem: problemOf(answer.status) }
    } catch (error) {
      if (timeout.aborted) {
        return { status: null, problem: `The receiver took longer than ${timeoutMs} ms.` }
      }
      return { status: null, problem: describeFailure(error) }
    }
  }

  return {
    async sendDue() {
      if (stopping.signal.aborted || running.size >= NOTICES_AT_ONCE) return
      const claimed = await deliveries.claimDue({
        limit: NOTICES_AT_ONCE - running.size,
        perHook: NOTICES_PER_HOOK,
        perProject: NOTICES_PER_PROJECT,
        running,
      })
      await Promise.all(claimed.map(attempt))
    },
    async sendNow(projectId, deliveryId) {
      const claimed = await deliveries.claim(deliveryId)
      if (claimed) await attempt(claimed)
      return deliveries.find(projectId, deliveryId)
    },
    stop: () => stopping.abort(new Error('The server is stopping.')),
  }
}

/** Attempts that a dead process began have no end; a row says so. */
function withLost({ attempts, log, notice }: ClaimedDelivery): readonly AttemptRow[] {
  if (log.length >= LOGGED_ATTEMPTS_MAX - 1) return log
  const lost = Math.max(0, attempts - 1 - log.length)
  const at = log.at(-1)?.at ?? notice.createdAt
  return [
    ...log,
    ...Array.from({ length: lost }, () => ({ at, ms: 0, status: null, problem: LOST })),
  ]
}

function endOf({ tries }: ClaimedDelivery, problem: string | null, now: number): DeliveryEnd {
  if (problem === null) return { state: 'done' }
  const nextAt = nextAttempt(HOOK_PAUSES_MS, tries, now)
  return nextAt === undefined ? { state: 'gave-up' } : { state: 'due', nextAt }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    return `The receiver redirects (status ${status}), which is not followed: enter the address to which it leads.`
  }
  return `The receiver answered with status ${status}.`
}

function describeFailure(error: unknown): string {
  if (error instanceof AlcoveError) return error.message
  const code = (error as NodeJS.ErrnoException).code ?? 'no code'
  return `The receiver did not answer (${code}).`
}

const LOST = 'The server stopped during this attempt, which may have arrived.'
const SECRET_LOST =
  'The secret cannot be read, since ALCOVE_SECRET is another one than when it was made: make a new secret.'
