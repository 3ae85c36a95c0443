import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const importOf = (names: string, file: string) =>
  `import { ${names} } from ${JSON.stringify(new URL(file, import.meta.url).href)}\n`

/** A process that runs `code` with `counters` of this Redis, and prints lines. */
export function startCountersProcess(redisUrl: string, code: string) {
  const script = `
    ${importOf('connectRedis', '../redis/connect-redis.ts')}
    ${importOf('createMemoryCounters', '../limits/memory-counters.ts')}
    ${importOf('createRedisCounters', '../limits/redis-counters.ts')}
    const connection = await connectRedis(${JSON.stringify(redisUrl)})
    const fallback = createMemoryCounters(Date.now)
    const counters = createRedisCounters({ connection, fallback, log: console })
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface(child.stdout) }
}
