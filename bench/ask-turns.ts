export interface CallUsage {
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
}

interface StoredRow {
  readonly content: {
    readonly metadata?: { readonly steps?: readonly { readonly usage?: CallUsage }[] }
  }
}

const THREAD = 'cache'
const ABOUT = 'Please explain this to me, in a few words and without a table. '.repeat(8)

/**
 * Asks the questions of one conversation: every third one leads to a tool call, and the page's data changes.
 *
 * @returns the stored usage of each model call, oldest first.
 */
export async function askTurns(origin: string, turns: number): Promise<readonly CallUsage[]> {
  const minted = await fetch(`${origin}/v1/auth/tokens/anonymous`, { method: 'POST' })
  const { access_token: token } = (await minted.json()) as { access_token: string }
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'alcove-stream': '1',
  }
  let parent: readonly object[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    const text = `${turn % 3 === 0 ? 'Please look up order' : 'Question'} ${turn}. ${ABOUT}`
    const question = {
      id: `question-${turn}`,
      role: 'user',
      parts: [{ type: 'text', text }],
      metadata: { custom: { context: { page: `Page ${turn}` } } },
    }
    const body = { id: THREAD, trigger: 'submit-message', messages: [...parent, question] }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const stream = await (await fetch(`${origin}/v1/chat`, init)).text()
    const id = /"messageId":"([^"]+)"/.exec(stream)?.[1]
    parent = [{ id, role: 'assistant', parts: [] }]
  }
  const stored = await fetch(`${origin}/v1/threads/${THREAD}/messages`, { headers })
  const { messages } = (await stored.json()) as { messages: readonly StoredRow[] }
  return messages
    .toReversed()
    .flatMap(({ content }) => content.metadata?.steps ?? [])
    .flatMap(({ usage }) => (usage ? [usage] : []))
}
