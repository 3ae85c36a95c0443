import type { AmountName } from './limit-table.ts'

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
