import { seedThread } from './seed-thread.ts'

const DAY_MS = 86_400_000

export interface SeededThread {
  readonly title: string
  /** Default: a question and its answer about the title. */
  readonly texts?: readonly (string | readonly object[])[]
  /** Metadata of its answers. */
  readonly custom?: object
  /** Age of its last message. Default 0. */
  readonly daysAgo?: number
}

/** Writes threads through the API; of equal age, the first is the newest. Returns their ids. */
export async function seedThreads(
  origin: string,
  token: string,
  threads: readonly SeededThread[],
): Promise<readonly string[]> {
  const ids: string[] = []
  const now = Date.now()
  for (const [index, { title, texts, custom, daysAgo = 0 }] of threads.entries()) {
    const said = texts ?? [`About ${title}`, `This is ${title}.`]
    const id = await seedThread(origin, token, said, custom)
    const time = new Date(now - daysAgo * DAY_MS - index).toISOString()
    const response = await fetch(`${origin}/v1/threads/${id}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, last_message_at: time }),
    })
    if (!response.ok) throw new Error(`The thread was answered ${response.status}`)
    ids.push(id)
  }
  return ids
}
