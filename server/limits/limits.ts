import { BUSY_RETRY_SECONDS } from './busy-error.ts'
import { reportHourly, type Counters, type Slot } from './counters.ts'
import { createLimitError, createRateError } from './limit-error.ts'
import type { AmountName, LimitTable, RateName } from './limit-table.ts'
import type { ShareAlarm } from './share-alarm.ts'
import { isAddressShare, warnsOfAddress, ruleOf, type CountedRate } from './visitor-shares.ts'

/** The user whom a limit counts. */
export interface Subject {
  readonly projectId: string
  readonly userId: string
  readonly kind: 'anonymous' | 'host' | 'claimed'
  /** Counted instead of the user, except for single calls. */
  readonly countedAs?: string
  /** Address of the call, as `clientAddress` returns it. */
  readonly address?: string
}

/**
 * Each `take` counts one call of its kind by all its rules, or by none.
 *
 * @throws AlcoveError `rate_limited` (`data.retryAfter`, seconds).
 */
export interface Limits {
  /** Counts a new visitor without a name. */
  takeAnonymous(projectId: string, address: string): Promise<void>
  takeRefresh(projectId: string, address: string): Promise<void>
  /** Counts any call, before the caller is known. */
  takeAddressCall(projectId: string, address: string): Promise<void>
  takeUserCall(subject: Subject): Promise<void>
  /** Counts a chat call, the expensive kind. */
  takeRun(subject: Subject): Promise<void>
  takeThread(subject: Subject): Promise<void>
  /** Counts a search; typing searches repeatedly. */
  takeSearch(subject: Subject): Promise<void>
  takeTitle(subject: Subject): Promise<void>
  /** Counts a request for suggestions after an answer. */
  takeSuggestions(subject: Subject): Promise<void>
  takeFeedback(subject: Subject): Promise<void>
  takeUpload(subject: Subject): Promise<void>
  /** Counts bytes of a file for the sender's address. Named users are not counted. */
  takeUploadBytes(subject: Subject, bytes: number): Promise<void>
  /** Counts bytes that a call adds to the database, for the caller's address. Named users are not counted. */
  takeWrittenBytes(subject: Subject, bytes: number): Promise<void>
  /** Counts `count` reported events of a user, all or none. */
  takeEvents(subject: Subject, count: number): Promise<void>
  /** Counts a call of the desk by somebody who has not signed in. */
  takeDeskOpenCall(address: string): Promise<void>
  /** Counts a call of a person at the desk. */
  takeDeskCall(personId: string): Promise<void>
  /**
   * Counts a running answer until the returned function is called, or for the maximum time of an answer if
   * this process dies.
   *
   * @throws AlcoveError `rate_limited`.
   */
  holdRun(subject: Subject, address: string): Promise<() => void>
  /**
   * Counts a reader that follows a running answer, in the same way.
   *
   * @throws AlcoveError `rate_limited`.
   */
  holdReader(subject: Subject): Promise<() => void>
  /** A project's limit of size. */
  amount(projectId: string, name: AmountName): number
}

/** The name of the amount that applies to this user. */
export const amountName = (
  { kind }: Pick<Subject, 'kind'>,
  anonymous: AmountName,
  named: AmountName,
): AmountName => (kind === 'host' ? named : anonymous)

/** The amount for this user. If the one of named users is lower, it applies to visitors too. */
export function amountFor(
  limits: Pick<Limits, 'amount'>,
  subject: Pick<Subject, 'projectId' | 'kind'>,
  anonymous: AmountName,
  named: AmountName,
): number {
  const ofNamed = limits.amount(subject.projectId, named)
  const ofSubject = limits.amount(subject.projectId, amountName(subject, anonymous, named))
  return Math.min(ofNamed, ofSubject)
}

/** The maximum time of an answer, 10 minutes, and some time to save it. */
export const RUN_SLOT_SECONDS = 660

export interface LimitsParts {
  /** Returns a project's limits; called for each call. */
  readonly tableOf: (projectId: string) => LimitTable
  readonly counters: Counters
  readonly warnOfUsedUpShare?: ShareAlarm
  /** Called when a project admits no more new visitors for now, at most once an hour. */
  readonly onVisitorsUsedUp?: (projectId: string) => void
}

/** The desk belongs to the service: its calls count where calls of absent projects do. */
const DESK_PROJECT = 'default'

type Taken = readonly [name: CountedRate, key: string, count?: number]

export function createLimits(parts: LimitsParts): Limits {
  const { tableOf, counters } = parts

  async function hold(
    projectId: string,
    slotsOf: (amounts: LimitTable['amounts']) => readonly Slot[],
  ): Promise<(() => void) | undefined> {
    const { rates, amounts } = tableOf(projectId)
    if (rates === 'off') return () => {}
    return counters.hold(projectId, slotsOf(amounts), RUN_SLOT_SECONDS)
  }

  const take = (projectId: string, ...taken: readonly Taken[]) => takeAll(parts, projectId, taken)

  /** A user whose name no server vouches for counts as a visitor without a name. */
  const takeByKind = (subject: Subject, anonymous: readonly RateName[], named: typeof anonymous) =>
    takeOfUser(subject, ...(subject.kind === 'host' ? named : anonymous))

  const takeOfUser = (subject: Subject, ...names: readonly RateName[]) =>
    take(subject.projectId, ...names.map((name) => [name, keyOf(subject)] as const))

  /** Counts visitors for their address too, since a new visitor costs nothing. */
  const takeOfAddress = (
    { kind, address = '' }: Subject,
    name: CountedRate,
    count = 1,
  ): readonly Taken[] => (kind === 'host' ? [] : [[name, address, count]])

  return {
    takeAnonymous: (projectId, address) =>
      take(
        projectId,
        ['anonymousPerAddressPerMinute', address],
        ['anonymousPerAddressPerHour', address],
        ['anonymousPerAddressPerDay', address],
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
      take(
        subject.projectId,
        subject.kind === 'host'
          ? ['threadsPerUserPerHour', keyOf(subject)]
          : ['threadsPerAnonymousUserPerHour', keyOf(subject)],
        ...takeOfAddress(subject, 'anonymousThreadsPerAddressPerDay'),
      ),
    takeSearch: (subject) => takeOfUser(subject, 'searchesPerUserPerMinute'),
    takeTitle: (subject) => takeOfUser(subject, 'titlesPerUserPerHour'),
    takeSuggestions: (subject) => takeOfUser(subject, 'suggestionsPerUserPerHour'),
    takeFeedback: (subject) => takeOfUser(subject, 'feedbackPerUserPerMinute'),
    takeUpload: (subject) =>
      takeByKind(subject, ['uploadsPerAnonymousUserPerHour'], ['uploadsPerUserPerHour']),
    takeUploadBytes: (subject, bytes) =>
      take(
        subject.projectId,
        ...takeOfAddress(subject, 'anonymousUploadBytesPerAddressPerDay', bytes),
      ),
    takeWrittenBytes: (subject, bytes) =>
      take(
        subject.projectId,
        ...takeOfAddress(subject, 'anonymousWrittenBytesPerAddressPerDay', bytes),
      ),
    takeEvents: (subject, count) =>
      take(
        subject.projectId,
        ...takeOfAddress(subject, 'anonymousEventsPerAddressPerDay', count),
        ...(subject.kind === 'host'
          ? []
          : [['anonymousEventsPerProjectPerDay', '', count] as const]),
        ['eventsPerUserPerMinute', keyOf(subject), count],
        ['eventsPerUserPerDay', keyOf(subject), count],
        ['eventsPerProjectPerDay', '', count],
      ),
    takeDeskOpenCall: (address) =>
      take(DESK_PROJECT, ['deskOpenCallsPerAddressPerMinute', address]),
    takeDeskCall: (personId) => take(DESK_PROJECT, ['deskCallsPerPersonPerMinute', personId]),

    async holdRun(subject, address) {
      const release = await hold(
        subject.projectId,
        ({ activeRunsPerUser, activeRunsPerAddress }) => [
          { name: 'activeRunsPerUser', key: keyOf(subject), max: activeRunsPerUser },
          ...(subject.kind === 'host'
            ? []
            : [{ name: 'activeRunsPerAddress', key: address, max: activeRunsPerAddress }]),
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

/** Takes all of them, or none. */
async function takeAll(
  parts: LimitsParts,
  projectId: string,
  taken: readonly Taken[],
): Promise<void> {
  const { amounts, rates } = parts.tableOf(projectId)
  if (rates === 'off' || taken.length === 0) return
  const wanted = taken.map(([name, key, count = 1]) => {
    const rule = ruleOf(amounts, rates, name)
    // A file larger than a small project's share would otherwise never fit, so it takes the whole share.
    return { name, rule, key, count: isAddressShare(name) ? Math.min(count, rule.count) : count }
  })
  const refusal = await parts.counters.take(projectId, wanted)
  if (!refusal) return
  const refusing = wanted.find(({ name }) => name === refusal.name)
  await raiseAlarm(parts, projectId, refusal.name, refusing?.key ?? '')
  throw createRateError(refusal)
}

async function raiseAlarm(
  { counters, warnOfUsedUpShare, onVisitorsUsedUp }: LimitsParts,
  projectId: string,
  limit: string,
  key: string,
): Promise<void> {
  if (limit === 'anonymousPerProjectPerHour') {
    const alarm = { name: 'visitorAlarmsPerHour' }
    await reportHourly(counters, projectId, alarm, () => onVisitorsUsedUp?.(projectId))
  }
  if (warnsOfAddress(limit)) await warnOfUsedUpShare?.(projectId, limit, key)
}

const keyOf = ({ countedAs, userId }: Subject): string => countedAs ?? userId
