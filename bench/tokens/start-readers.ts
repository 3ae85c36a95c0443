import { once } from 'node:events'
import { spawnNode } from '../start-process.ts'
import { OTHER_CORE } from './measured-server.ts'

interface ReadersAnswer {
  /** The age of each token on arrival, in milliseconds. */
  readonly ages?: readonly number[]
  readonly error?: string
}

export interface Readers {
  /** Opens streams with `{ calls }`; reads the tokens of a time with `{ seconds }`. */
  ask(order: object): Promise<ReadersAnswer>
  stop(): void
}

/** Starts all readers in one process, which is controlled over its channel. */
export function startReaders(env: Readonly<Record<string, string>>): Readers {
  const child = spawnNode(['bench/tokens/readers.ts'], env, { core: OTHER_CORE })
  return {
    async ask(order) {
      child.send(order)
      const [answer] = (await once(child, 'message')) as [ReadersAnswer]
      if (answer.error) throw new Error(answer.error)
      return answer
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
