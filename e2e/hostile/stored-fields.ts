import type { StoredMessage } from './seed-hostile-thread.ts'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Number of fields that {@link writeFields} and {@link writeCards} fill with each text. */
export const FIELD_COUNT = 24

/** Messages with each text in every field other than markdown. */
export function writeFields(texts: readonly string[]): readonly StoredMessage[] {
  const first = texts[0]!
  const attachments = texts.flatMap((name, index) =>
    (['file', 'image', 'document'] as const).map((type) => ({
      id: `${type}-${index}`,
      type,
      name,
      contentType: name,
      url: type === 'image' ? PIXEL : 'data:text/plain,x',
      size: 9,
    })),
  )
  const parts = texts.flatMap((text, index) => [
    { type: 'reasoning', text },
    { type: 'text', text: `Words ${index}.` },
    {
      type: 'tool-call',
      toolCallId: `call-${index}`,
      toolName: text,
      args: { [text]: text },
      argsText: JSON.stringify({ [text]: text }),
      result: index % 2 === 0 ? { [text]: [text] } : text,
      isError: index % 3 === 0,
    },
    { type: 'source', id: `a${index}`, url: `https://a.example/${index}`, title: text },
    { type: 'source', id: `b${index}`, url: text, title: `Source ${index}` },
    { type: 'text', text: 'More words.' },
    { type: 'file', mimeType: text, data: text, filename: text },
    { type: 'image', image: PIXEL, filename: text },
    { type: 'image', image: text, filename: text },
    { type: 'data', name: text, data: text },
  ])
  const error = { code: first, message: texts.join(' ').slice(0, 2_000), requestId: first }
  return [
    {
      role: 'user',
      content: [{ type: 'text', text: first }],
      metadata: { custom: { attachments } },
    },
    { role: 'assistant', content: parts, status: { type: 'complete', reason: 'stop' } },
    { role: 'system', content: [{ type: 'text', text: texts.at(-1)! }] },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Not whole.' }],
      status: { type: 'incomplete', reason: 'error', error },
    },
  ]
}

/** An interrupted answer: each text asks for a consent, an account, and a code. */
export function writeCards(texts: readonly string[]): readonly StoredMessage[] {
  const content = texts.flatMap((text, index) => {
    const args = { [text]: text, to: text }
    const call = { type: 'tool-call', toolName: text, args, argsText: JSON.stringify(args) }
    const wait = (id: string, details: object) => {
      const payload = { message: text, toolCall: { id, name: text }, ...details }
      return { ...call, toolCallId: id, interrupt: { type: 'human', payload } }
    }
    return [
      { ...call, toolCallId: `consent-${index}`, approval: { id: text } },
      wait(`vault-${index}`, {
        code: 'TokenVaultError',
        connection: text,
        scopes: [text],
        authorizationParams: { [text]: text },
      }),
      wait(`device-${index}`, {
        code: 'DEVICE_AUTHORIZATION_PENDING',
        userCode: text,
        verificationUri: `https://login.example/${encodeURIComponent(text)}`,
      }),
    ]
  })
  return [
    { role: 'user', content: [{ type: 'text', text: 'Please do.' }] },
    { role: 'assistant', content, status: { type: 'requires-action', reason: 'interrupt' } },
  ]
}
