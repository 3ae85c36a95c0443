import { Agent, request } from 'node:http'
import type { StreamCall } from '../open-streams.ts'
import { readAges } from './stamp.ts'

/** Maximum number of streams that are being opened at a time. */
const OPENING_MAX = 10

/** Opens streams and records the age of each token on arrival. */
export function openReaders(calls: readonly StreamCall[], baseMs: number) {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  let ages: number[] = []

  const open = ({ url, body, ...options }: StreamCall): Promise<void> =>
    new Promise((resolve, reject) => {
      const call = request(url, { ...options, agent }, (response) => {
        if (response.statusCode !== 200) {
          return reject(new Error(`${url} answered ${response.statusCode}.`))
        }
        const take = createDeltaReader((delta) => ages.push(...readAges(delta, baseMs)))
        response.setEncoding('utf8')
        response.on('data', take)
        response.on('error', () => {})
        resolve()
      })
      call.on('error', reject)
      call.end(body)
    })

  const queue = [...calls]
  const openRest = async () => {
    for (let call = queue.pop(); call; call = queue.pop()) await open(call)
  }
  const opened = Promise.all(Array.from({ length: OPENING_MAX }, openRest))
  return {
    opened,
    takeAges(): number[] {
      const taken = ages
      ages = []
      return taken
    },
  }
}

/** Reads the text of server-sent events, wherever the bytes are split. */
export function createDeltaReader(onDelta: (delta: string) => void): (piece: string) => void {
  let rest = ''
  return (piece) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const chunk = JSON.parse(line.slice('data: '.length)) as { type: string; delta?: string }
      if (chunk.type === 'text-delta' && chunk.delta) onDelta(chunk.delta)
    }
  }
}
