import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { PROXY_NAMES, type ProxyName } from '../scripts/cluster/proxy-kinds.ts'
import { startProxy } from '../scripts/cluster/start-proxy.ts'
import { percentile } from './percentile.ts'

/** Interval longer than a proxy's processing time, so that each word is a separate packet. */
const WORD_EVERY_MS = 25
/** Maximum delay that a proxy may add to 95 % of words. */
export const PROXY_GOAL_MS = 20

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'Content-Encoding': 'identity',
  'X-Accel-Buffering': 'no',
}

export interface ProxiesBenchSettings {
  readonly words: number
  readonly names?: readonly ProxyName[]
  readonly print: (line: string) => void
}

/** Prints the delay of a word, direct and through each sample proxy. Returns whether all meet the goal. */
export async function runProxiesBench({
  words,
  names = PROXY_NAMES,
  print,
}: ProxiesBenchSettings): Promise<boolean> {
  const server = createServer((request, response) => {
    if (request.url !== '/v1/words') return void response.end('{}')
    response.writeHead(200, STREAM_HEADERS)
    response.flushHeaders()
    void sayWords(words, (text) => response.write(text)).then(() => response.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const figures: Figure[] = []
  try {
    print(`\n${words} words, one each ${WORD_EVERY_MS} ms: how long one is on its way`)
    figures.push(await measure('direct', `http://127.0.0.1:${port}`, print))
    for (const name of names) {
      const proxy = await startProxy(name, { serverPorts: [port] })
      figures.push(await measure(name, proxy.url, print).finally(() => proxy.stop()))
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  const direct = figures[0]!.p95
  const late = figures.filter(({ p95 }) => p95 - direct > PROXY_GOAL_MS).map(({ name }) => name)
  const verdict = late.length === 0 ? 'all' : `all but ${late.join(', ')}`
  print(`within ${PROXY_GOAL_MS} ms of direct at p95: ${verdict}`)
  return late.length === 0
}

interface Figure {
  readonly name: string
  readonly p95: number
}

async function measure(
  name: string,
  url: string,
  print: ProxiesBenchSettings['print'],
): Promise<Figure> {
  const delays = await readDelays(`${url}/v1/words`)
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(delays, share))
  const cell = (value: number | undefined) => `${(value ?? Number.NaN).toFixed(1)} ms`.padStart(9)
  print(`${name.padEnd(10)} p50 ${cell(p50)}   p95 ${cell(p95)}`)
  return { name, p95: p95 ?? Number.NaN }
}

/** Sends words; each is the time at which it was written. */
async function sayWords(count: number, say: (text: string) => void): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await delay(WORD_EVERY_MS)
    say(`data: ${performance.now()}\n\n`)
  }
}

async function readDelays(url: string): Promise<readonly number[]> {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`)
  const delays: number[] = []
  let rest = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const now = performance.now()
    const events = (rest + piece).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) delays.push(now - Number(event.replace('data: ', '')))
  }
  return delays
}
