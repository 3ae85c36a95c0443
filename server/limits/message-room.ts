import { AlcoveError } from '../../shared/errors.ts'
import { tellHourly, type Counters } from './counters.ts'
import { amountFor, type Limits, type Subject } from './limits.ts'
import { visitorsPart } from './visitor-shares.ts'

/**
 * Maximum age of a project's sum. An exact sum would make every write wait, so a project may exceed its quota
 * by the bytes that are stored in this time.
 */
export const PROJECT_BYTES_LIFE_MS = 10_000

/** Quota under which no message may grow. */
const NO_BYTES = 0

/** Quotas of messages on the disk. */
export interface MessageRoom {
  /**
   * Runs a write with the bytes that the user's messages may take, its own included. For a full project that
   * is zero: writes that make no row longer still pass.
   *
   * @param addedBytes the write's growth, which counts for visitors' addresses.
   * @throws AlcoveError `quota_exceeded`, `rate_limited`, and the errors of the write.
   */
  within<Result>(
    subject: Subject,
    addedBytes: number,
    write: (maxBytes: number) => Promise<Result>,
  ): Promise<Result>
  /**
   * Counts the bytes that a call adds to a stored message. The message is kept even if the quota is used up.
   *
   * @throws AlcoveError `rate_limited` for visitors whose address wrote too much today.
   */
  add(subject: Subject, addedBytes: number): Promise<void>
}

export interface MessageRoomParts {
  readonly limits: Pick<Limits, 'amount' | 'takeWrittenBytes'>
  /** At most {@link PROJECT_BYTES_LIFE_MS} old. */
  readonly projectBytes: (projectId: string) => Promise<number>
  readonly counters: Pick<Counters, 'take'>
  /** Called when a project accepts no more messages, or none of visitors; each at most once an hour. */
  readonly onFull: (projectId: string, forWhom: 'everybody' | 'visitors') => void
}

export function createMessageRoom(parts: MessageRoomParts): MessageRoom {
  const { limits, projectBytes, counters, onFull } = parts

  async function raiseAlarm(projectId: string) {
    const whole = limits.amount(projectId, 'projectMessageBytes')
    const forWhom = (await projectBytes(projectId)) < whole ? 'visitors' : 'everybody'
    const alarm = { name: 'messageAlarmsPerHour', key: forWhom }
    await tellHourly(counters, projectId, alarm, () => onFull(projectId, forWhom))
  }

  async function add(subject: Subject, addedBytes: number) {
    if (addedBytes > 0) await limits.takeWrittenBytes(subject, addedBytes)
  }

  return {
    add,
    async within(subject, addedBytes, write) {
      const { projectId, kind } = subject
      const whole = limits.amount(projectId, 'projectMessageBytes')
      const max = kind === 'host' ? whole : visitorsPart(whole)
      await add(subject, addedBytes)
      if ((await projectBytes(projectId)) < max) {
        return write(amountFor(limits, subject, 'anonymousMessageBytes', 'userMessageBytes'))
      }
      try {
        return await write(NO_BYTES)
      } catch (error) {
        if (!(error instanceof AlcoveError && error.code === 'quota_exceeded')) throw error
        await raiseAlarm(projectId)
        throw createFullError(max)
      }
    },
  }
}

const createFullError = (limit: number): AlcoveError =>
  new AlcoveError(
    'quota_exceeded',
    'There is no room for more messages. Delete some chats first.',
    {
      hint: 'All users of the project together store as much as projectMessageBytes allows.',
      data: { limit },
    },
  )
