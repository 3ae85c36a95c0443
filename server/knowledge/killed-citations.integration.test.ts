import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMessageId } from '../../shared/ids.ts'
import { createDocument, createPiece } from '../store/knowledge/knowledge-rows.test-support.ts'
import { openStore } from '../store/store.ts'
import { addSource } from '../testing/add-source.ts'
import { createChatClient, rowText, userMessage, type SavedRow } from '../testing/chat-client.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'

const SEARCH = 'tool search_knowledge {"query":"return goods"}'
const URL = 'https://shop.example/returns'

/** Scripts; texts that a reader has seen when the server dies; what they cite; and texts that are saved in any case. */
const MOMENTS = [
  ['between the search and the answer’s words', `${SEARCH}; next; hold never`, '', [], ''],
  ['before the citation', `${SEARCH}; next; json "Within 30 days "; hold never`, 'days', [], ''],
  ['with the citation', `${SEARCH}; next; json "Within 30 days[1]."; hold never`, '[1].', [1], ''],
  [
    'words behind the citation',
    `${SEARCH}; next; json "Within 30 days[1]. "; wait 400ms; json "Then"; hold never`,
    'Then',
    [1],
    '[1].',
  ],
] as const

describe.each(ENGINES)('kill -9 of an answer from pages on %s', (engine) => {
  let place: StorePlace
  let model: ModelServer
  let alcove: AlcoveServer
  const start = (port?: number) =>
    startAlcove({
      dataDir: place.dataDir,
      env: {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_SECRET: 'a secret of the server, for killed answers',
        ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      },
      ...(port === undefined ? {} : { port }),
    })
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const store = await openStore(place)
    const document = createDocument({
      sourceId: await addSource(place),
      address: 'returns',
      mediaType: 'text/html',
      title: 'Returns',
      url: URL,
    })
    const pieces = [createPiece('You may return goods within 30 days of their arrival.')]
    await store.knowledge.saveDocument({ document, pieces })
    await store.close()
    model = await startModelServer()
    alcove = await start()
  })
  afterAll(async () => {
    await alcove?.stop()
    await model?.stop()
    await place?.remove()
  })

  test('the answer is marked, and each citation in it has its source', async () => {
    const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
    const asked = await Promise.all(
      MOMENTS.map(async ([, script, seen]) => {
        const thread = `local-${createMessageId()}`
        const answer = await client.chat({ thread, messages: [userMessage(script)] })
        if (seen !== '') await answer.until(seen)
        else
          for await (const { type } of answer.chunks()) if (type === 'tool-output-available') break
        return thread
      }),
    )

    await alcove.kill()
    alcove = await start(alcove.port)

    for (const [index, thread] of asked.entries()) {
      const [name, , seen, cited, least] = MOMENTS[index]!
      const last = async () => (await client.messages(thread)).at(-1)
      // On Postgres the dead process still holds its lease, until it expires.
      await expect
        .poll(async () => (await last())?.content.status?.type, { interval: 500 })
        .toBe('incomplete')
      const row = (await last())!
      const isSaved = rowText(row).includes(seen)
      // The last words may be lost, and then so is their citation; the earlier ones are not.
      const expected = isSaved || rowText(row).includes('[1]') ? cited : []
      expect([name, numbersOf(row)]).toEqual([name, expected])
      expect(rowText(row)).not.toMatch(/\[$|\[\d+$/)
      expect(rowText(row)).toContain(least)
    }

    // Positive control: the same question, answered without a death.
    const thread = `local-${createMessageId()}`
    const whole = await client.chat({
      thread,
      messages: [userMessage(`${SEARCH}; next; say Within 30 days[1].`)],
    })
    await whole.text()
    const row = (await client.messages(thread)).at(-1)!
    expect([row.content.status?.type, numbersOf(row)]).toEqual(['complete', [1]])
  })
})

interface SavedSource {
  readonly url: string
  readonly providerMetadata: { readonly alcove: { readonly passage: { readonly number: number } } }
}

/** Numbers of the sources of a row, which all lead to the page. */
function numbersOf({ content }: SavedRow): number[] {
  const sources = content.content.filter(({ type }) => type === 'source')
  return (sources as unknown as readonly SavedSource[]).map(({ url, providerMetadata }) => {
    expect(url.startsWith(URL)).toBe(true)
    return providerMetadata.alcove.passage.number
  })
}
