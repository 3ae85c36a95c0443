import { AlcoveError } from '../../shared/errors.ts'
import type { Counters, Slot } from './counters.ts'
import type { LimitTable, RateName } from './limit-table.ts'
import type { Limits, Subject } from './limits.ts'

/** The longest that an answer may take, 10 minutes, and some time to save it. */
export const RUN_SLOT_SECONDS = 660

/** Nobody knows when a running answer ends: asked again so soon, a caller waits little in vain. */
export const BUSY_RETRY_SECONDS = 5

/** A project whose visitors of the hour are used up is told of once in it. */
const ALARM_RULE = { count: 1, windowSeconds: 3_600 }

export interface LimitsParts {
  /** A project's limits. It is asked at each call. */
  readonly tableOf: (projectId: string) => LimitTable
  readonly counters: Counters
  /** A project takes no new visitor for now: a flood, or a success. Once an hour at most. */
  readonly onVisitorsUsedUp?: (projectId: string) => void
}

type Taken = readonly [name: RateName, key: string, count?: number]

export function createLimits({ tableOf, counters, onVisitorsUsedUp }: LimitsParts): Limits {
  async function hold(
    projectId: string,
    slotsOf: (amounts: LimitTable['amounts']) => readonly Slot[],
  ): Promise<(() => void) | undefined> {
    const { rates, amounts } = tableOf(projectId)
    if (rates === 'off') return () => {}
    return counters.hold(projectId, slotsOf(amounts), RUN_SLOT_SECONDS)
  }

  async function take(projectId: string, ...taken: readonly Taken[]) {
    const { rates } = tableOf(projectId)
    if (rates === 'off') return
    const wanted = taken.map(([name, key, count = 1]) => ({ name, rule: rates[name], key, count }))
    const refusal = await counters.take(projectId, wanted)
    if (!refusal) return
    if (refusal.name === 'anonymousPerProjectPerHour') await raiseAlarm(projectId)
    throw createRateError(refusal.waitSeconds)
  }

  async function raiseAlarm(projectId: string) {
    const alarm = { name: 'visitorAlarmsPerHour', rule: ALARM_RULE, key: '' }
    const wasRaised = await counters.take(projectId, [alarm])
    if (!wasRaised) onVisitorsUsedUp?.(projectId)
  }

  /** A user whom nobody vouches for counts as a visitor without a name. */
  const takeByKind = (subject: Subject, anonymous: readonly RateName[], named: typeof anonymous) =>
    takeOfUser(subject, ...(subject.kind === 'host' ? named : anonymous))

  const takeOfUser = (subject: Subject, ...names: readonly RateName[]) =>
    take(subject.projectId, ...names.map((name) => [name, keyOf(subject)] as const))

  return {
    takeAnonymous: (projectId, address) =>
      take(
        projectId,
        ['anonymousPerAddressPerMinute', address],
        ['anonymousPerProjectPerHour', ''],
      ),
    takeRefresh: (projectId, address) =>
      take(projectId, ['refreshesPerAddressPer5Minutes', address]),
    takeAddressCall: (projectId, address) => take(projectId, ['callsPerAddressPerMinute', address]),
    takeUserCall: ({ projectId, userId }) => take(projectId, ['callsPerUserPerMinute', userId]),
    takeRun: (subject) =>
      takeByKind(
        subject,
        ['runsPerAnonymousUserPerMinute', 'runsPerAnonymousUserPerDay'],
        ['runsPerUserPerMinute', 'runsPerUserPerDay'],
      ),
    takeThread: (subject) =>
      takeByKind(subject, ['threadsPerAnonymousUserPerHour'], ['threadsPerUserPerHour']),
    takeSearch: (subject) => takeOfUser(subject, 'searchesPerUserPerMinute'),
    takeTitle: (subject) => takeOfUser(subject, 'titlesPerUserPerHour'),
    takeFeedback: (subject) => takeOfUser(subject, 'feedbackPerUserPerMinute'),
    takeUpload: (subject) =>
      takeByKind(subject, ['uploadsPerAnonymousUserPerHour'], ['uploadsPerUserPerHour']),
    takeEvents: (subject, count) =>
      take(
        subject.projectId,
        ['eventsPerUserPerMinute', keyOf(subject), count],
        ['eventsPerUserPerDay', keyOf(subject), count],
        ['eventsPerProjectPerDay', '', count],
      ),

    async holdRun(subject, address) {
      const release = await hold(
        subject.projectId,
        ({ activeRunsPerUser, activeRunsPerAddress }) => [
          { name: 'activeRunsPerUser', key: keyOf(subject), max: activeRunsPerUser },
          { name: 'activeRunsPerAddress', key: address, max: activeRunsPerAddress },
        ],
      )
      if (release) return release
      throw createLimitError('Too many answers are still being written.', BUSY_RETRY_SECONDS)
    },
    async holdReader(subject) {
      const release = await hold(subject.projectId, ({ activeReadersPerUser }) => [
        { name: 'activeReadersPerUser', key: keyOf(subject), max: activeReadersPerUser },
      ])
      if (release) return release
      throw createLimitError('Too many readers follow answers.', BUSY_RETRY_SECONDS)
    },

    amount: (projectId, name) => tableOf(projectId).amounts[name],
  }
}

const keyOf = ({ countedAs, userId }: Subject): string => countedAs ?? userId

const createRateError = (waitSeconds: number): AlcoveError =>
  createLimitError('Too many requests.', Math.max(1, Math.ceil(waitSeconds)))

function createLimitError(what: string, retryAfter: number): AlcoveError {
  const wait = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
  return new AlcoveError('rate_limited', `${what} Try again in ${wait}.`, { data: { retryAfter } })
}
