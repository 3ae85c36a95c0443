import { later } from '../../../shared/later.ts'

/** What sends and receives. The first paint, and a composer to type into, do without it. */
export type Engine = Awaited<ReturnType<typeof fetchEngine>>

export const loadEngine = later(fetchEngine)

/** The calls come with it: when the network is away nothing could fetch them. */
async function fetchEngine() {
  const [{ createConversation }, { chooseTransport }] = await Promise.all([
    import('../conversation.ts'),
    import('../choose-transport.ts'),
    import('../../api/chat-calls.ts'),
  ])
  return { createConversation, chooseTransport }
}
