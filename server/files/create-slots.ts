import { AlcoveError } from '../../shared/errors.ts'

export interface Slots {
  /**
   * Runs `work` when fewer than `count` others do.
   *
   * @throws AlcoveError `unavailable` when too many wait already, or it waited too long.
   */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** So many at once, so many more waiting, each for so long. */
export function createSlots(count: number, waiting: number, waitMs: number): Slots {
  let running = 0
  const queue: (() => void)[] = []

  function enter(): Promise<void> {
    if (running < count) {
      running += 1
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(createBusyError())
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1)
        reject(createBusyError())
      }, waitMs)
      queue.push(start)
    })
  }

  /** The slot goes on to who waits the longest. */
  function leave() {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

const createBusyError = (): AlcoveError =>
  new AlcoveError('unavailable', 'Too many files are being read at the moment; try again.')
