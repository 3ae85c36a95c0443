import { AlcoveError } from '../../shared/errors.ts'
import { tellHourly, type Counters } from './counters.ts'
import { amountFor, type Limits, type Subject } from './limits.ts'
import { visitorsPart } from './visitor-shares.ts'

/**
 * How old the sum of a project may be. Everybody who writes would wait for one exact count of it, so
 * a project may take more by what is stored in so long.
 */
export const PROJECT_BYTES_LIFE_MS = 10_000

/** Nothing may grow. */
const NO_BYTES = 0

/** What messages may take on the disk. */
export interface MessageRoom {
  /**
   * Does a write that gets what the user's messages may take, itself included. Where the project is
   * full that is nothing: what makes no row longer passes all the same.
   *
   * @param addedBytes the write's growth, which visitors' addresses pay for.
   * @throws AlcoveError `quota_exceeded`, `rate_limited`, and whatever the write throws.
   */
  within<Result>(
    subject: Subject,
    addedBytes: number,
    write: (maxBytes: number) => Promise<Result>,
  ): Promise<Result>
  /**
   * Counts the bytes that a call adds to a stored message. The message is kept, however full the room is.
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
  /** A project takes no more messages, or none of visitors. Each once an hour at most. */
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
