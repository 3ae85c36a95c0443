import type { StreamCall } from './open-streams.ts'

/** Half of a visitor's limit of threads. */
const THREADS_OF_VISITOR = 50

/** Creates the call that opens a stream of a server, by a unique number. */
export type CallOf = (index: number, words: string) => StreamCall

/** Calls of visitors, each in several threads. */
export async function createChatCalls(origin: string, threads: number): Promise<CallOf> {
  const visitors = Math.ceil(threads / THREADS_OF_VISITOR)
  const tokens = await Promise.all(Array.from({ length: visitors }, () => mintToken(origin)))
  return (index, words) => ({
    url: `${origin}/v1/chat`,
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[index % visitors]}`,
      'content-type': 'application/json',
      'alcove-stream': '1',
    },
    body: JSON.stringify({
      id: `bench-${index}`,
      messages: [{ id: `question-${index}`, role: 'user', parts: [{ type: 'text', text: words }] }],
      trigger: 'submit-message',
    }),
  })
}

async function mintToken(origin: string): Promise<string> {
  const minted = await fetch(`${origin}/v1/auth/tokens/anonymous`, { method: 'POST' })
  return ((await minted.json()) as { access_token: string }).access_token
}
