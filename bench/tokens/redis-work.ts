import { Redis } from 'ioredis'

/** Work of a Redis server so far. */
export interface RedisWork {
  readonly cpuSeconds: number
  readonly commands: number
}

export async function readRedisWork(url: string): Promise<RedisWork> {
  const client = new Redis(url)
  try {
    const info = await client.info()
    const read = (name: string) => Number(new RegExp(`^${name}:(.+)`, 'm').exec(info)?.[1])
    return {
      cpuSeconds: read('used_cpu_sys') + read('used_cpu_user'),
      commands: read('total_commands_processed'),
    }
  } finally {
    client.disconnect()
  }
}
