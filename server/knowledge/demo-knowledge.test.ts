import { expect, test } from 'vitest'
import {
  createAssistantMessage,
  createUserMessage,
  messageText,
} from '../../shared/thread/message.ts'
import { citeAnswer } from '../models/cite-answer.ts'
import { createDemoModel } from '../models/demo-model.ts'
import { NO_BACKEND } from '../models/model.ts'
import { applyAnswerChunk } from '../models/step-memory.ts'
import { createInstantClock } from '../models/testing/ask-model.ts'
import { createMemoryKnowledge, passage, READER } from './answer-knowledge.test-support.ts'

const pages = createMemoryKnowledge([
  passage({ text: 'The storm lantern burns for twenty hours.', headings: ['Lantern'] }),
  passage({ title: 'Delivery', text: 'Delivery by country\nNorway\tfive days' }),
  passage({ text: 'It arrives within three days.\nReturns are free within a month.' }),
])

/** The demo model's answer to the last of these questions. */
async function ask(question: string | readonly string[], from = pages) {
  const questions = [question].flat()
  const knowledge = from.open(READER)
  const messages = questions.map((text, index) => createUserMessage(String(index), '', text))
  const backend = { ...NO_BACKEND, tools: knowledge.tools, argsBytes: 9_999, resultBytes: 99_999 }
  const model = createDemoModel({ clock: createInstantClock() })
  const chunks = await Array.fromAsync(
    citeAnswer(
      model.stream({ messages, backend, knowledge, maxSteps: 10 }, new AbortController().signal),
      knowledge,
    ),
  )
  const answer = chunks.reduce(applyAnswerChunk, createAssistantMessage('a', ''))
  return { answer, text: messageText(answer) }
}

test('the demo model searches the owner’s pages, quotes the line that fits, and cites it', async () => {
  const { answer, text } = await ask('Are returns free?')
  expect(text).toContain('- **Returns**: Returns are free within a month. [1]')
  expect(text).not.toContain('three days')
  expect(answer.content.find(({ type }) => type === 'source')).toMatchObject({
    url: 'https://shop.example/returns',
  })
})

test('it passes over lines that repeat only the title', async () => {
  expect((await ask('How long does delivery to Norway take?')).text).toContain(
    '- **Delivery**: Norway, five days [1]',
  )
})

test('a question that only the one before it explains is searched with it', async () => {
  expect((await ask(['What of the lantern?', 'And how long?'])).text).toContain('twenty hours. [1]')
})

test('a question of its own is not mixed with the one before it', async () => {
  const { text } = await ask(['What of the lantern?', 'Do you sell motorcycles?'])
  expect(text).toBe('I found no answer to this on these pages.')
})

test('the names of a table’s columns are no answer', async () => {
  const text = 'Repair\tPrice\nPuncture\t14 €\nNew chain\t39 €'
  const prices = createMemoryKnowledge([passage({ title: 'Chain and gears', text })])
  const { text: answer } = await ask('What does a repair of the gears cost?', prices)
  expect(answer).not.toContain('Repair, Price')
  expect(answer).toContain(', 14 € [1]')
})

test('it says that it found nothing, and answers questions about itself from its guide', async () => {
  const { answer, text } = await ask('Where do zebras live?')
  expect(text).toBe('I found no answer to this on these pages.')
  expect(answer.metadata.custom).toMatchObject({ unanswered: true })

  const guide = await ask('What is Alcove?')
  expect(guide.text).toContain('Alcove')
  expect(guide.answer.content.some(({ type }) => type === 'tool-call')).toBe(false)
})
