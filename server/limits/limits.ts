import { AlcoveError } from '../../shared/errors.ts'
import { tellHourly, type Counters, type Slot } from './counters.ts'
import type { AmountName, LimitTable, RateName } from './limit-table.ts'

/** Whom a limit counts. */
export interface Subject {
  readonly projectId: string
  readonly userId: string
  readonly kind: 'anonymous' | 'host' | 'claimed'
  /** Counted in place of the user; all but single calls. */
  readonly countedAs?: string
  /** Where the call came from, as `clientAddress` gives it. */
  readonly address?: string
}

/**
 * Each `take` counts one call of its kind: all the rules that it means, or none.
 *
 * @throws AlcoveError `rate_limited` (`data.retryAfter`, seconds).
 */
export interface Limits {
  /** A new visitor without a name. */
  takeAnonymous(projectId: string, address: string): Promise<void>
  takeRefresh(projectId: string, address: string): Promise<void>
  /** Any call, before it is known who calls. */
  takeAddressCall(projectId: string, address: string): Promise<void>
  takeUserCall(subject: Subject): Promise<void>
  /** A chat call: the one that costs money. */
  takeRun(subject: Subject): Promise<void>
  takeThread(subject: Subject): Promise<void>
  /** A look through all that was said: typing looks again and again. */
  takeSearch(subject: Subject): Promise<void>
  takeTitle(subject: Subject): Promise<void>
  takeFeedback(subject: Subject): Promise<void>
  takeUpload(subject: Subject): Promise<void>
  /** What people did: `count` events, all of them or none. */
  takeEvents(subject: Subject, count: number): Promise<void>
  /**
   * Counts an answer as going on until the returned function is called, or for the longest time that
   * an answer may take, should this process die.
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
  /** A limit of size, of the project. */
  amount(projectId: string, name: AmountName): number
}

/** Which of two amounts stands for this user. */
export const amountName = (
  { kind }: Pick<Subject, 'kind'>,
  anonymous: AmountName,
  named: AmountName,
): AmountName => (kind === 'host' ? named : anonymous)

/** An amount for the user. Who lowers the one of named users lowers that of visitors with it. */
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

/** The longest that an answer may take, 10 minutes, and some time to save it. */
export const RUN_SLOT_SECONDS = 660

/** Nobody knows when a running answer ends: asked again so soon, a caller waits little in vain. */
export const BUSY_RETRY_SECONDS = 5

export interface LimitsParts {
  /** A project's limits. It is asked at each call. */
  readonly tableOf: (projectId: string) => LimitTable
  readonly counters: Counters
  /** A project takes no new visitor for now: a flood, or a success. Once an hour at most. */
  readonly onVisitorsUsedUp?: (projectId: string) => void
}

type Taken = readonly [name: RateName, key: string, count?: number]

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

/** Takes all of them, or none. */
async function takeAll(
  { tableOf, counters, onVisitorsUsedUp }: LimitsParts,
  projectId: string,
  taken: readonly Taken[],
): Promise<void> {
  const { rates } = tableOf(projectId)
  if (rates === 'off') return
  const wanted = taken.map(([name, key, count = 1]) => ({ name, rule: rates[name], key, count }))
  const refusal = await counters.take(projectId, wanted)
  if (!refusal) return
  if (refusal.name === 'anonymousPerProjectPerHour') {
    const alarm = { name: 'visitorAlarmsPerHour' }
    await tellHourly(counters, projectId, alarm, () => onVisitorsUsedUp?.(projectId))
  }
  throw createRateError(refusal.waitSeconds)
}

const keyOf = ({ countedAs, userId }: Subject): string => countedAs ?? userId

const createRateError = (waitSeconds: number): AlcoveError =>
  createLimitError('Too many requests.', Math.max(1, Math.ceil(waitSeconds)))

function createLimitError(what: string, retryAfter: number): AlcoveError {
  const wait = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
  return new AlcoveError('rate_limited', `${what} Try again in ${wait}.`, { data: { retryAfter } })
}
