import { expect, test } from 'vitest'
import { REPORT_ATTRIBUTES_MAX_BYTES } from '../../shared/wire/runs.ts'
import { readTraces, type Span } from './trace-reports.ts'

const TRACE = '0123456789abcdef0123456789abcdef'
const span = (changes: Partial<Span>): Span => ({
  traceId: TRACE,
  name: 'ai.streamText',
  startMs: 1_000,
  endMs: 3_500,
  hasFailed: false,
  attributes: { 'gen_ai.conversation.id': 'thread_1' },
  ...changes,
})

test('a trace becomes one report, from the span around the others', () => {
  const inner = span({
    name: 'ai.streamText.doStream',
    endMs: 2_000,
    attributes: { 'gen_ai.request.model': 'inner', 'gen_ai.usage.input_tokens': 1 },
  })
  const outer = span({
    attributes: {
      'gen_ai.conversation.id': 'thread_1',
      'gen_ai.response.model': 'm-1',
      'gen_ai.usage.input_tokens': 12,
      'ai.usage.completionTokens': 7.4,
    },
  })
  const http = span({ name: 'POST', startMs: 0, endMs: 9_000, attributes: {} })

  expect(readTraces([inner, http, outer])).toMatchObject([
    {
      thread: 'thread_1',
      spans: 3,
      report: {
        traceId: TRACE,
        messageId: null,
        status: 'completed',
        modelId: 'm-1',
        durationMs: 2_500,
        inputTokens: 12,
        outputTokens: 7,
        attributes: { source: 'otlp', span: 'ai.streamText', spans: 3 },
      },
    },
  ])
})

test('each trace is a separate report; one without a thread names none', () => {
  const other = span({ traceId: TRACE.replaceAll('0', '1'), attributes: {}, hasFailed: true })

  const reports = readTraces([span({}), other])

  expect(reports.map(({ thread }) => thread)).toEqual(['thread_1', undefined])
  expect(reports[1]?.report.status).toBe('error')
})

test('texts of people and models are not stored; numbers are', () => {
  const attributes = {
    'ai.prompt.messages': 'a secret',
    'gen_ai.input.messages': 'a secret',
    'ai.response.text': 'a secret',
    'http.url': 'a secret',
    'ai.response.finishReason': 'stop',
    'ai.settings.maxRetries': 2,
  }

  const [trace] = readTraces([span({ attributes })])

  expect(trace?.report.attributes).toEqual({
    source: 'otlp',
    span: 'ai.streamText',
    spans: 1,
    'ai.response.finishReason': 'stop',
    'ai.settings.maxRetries': 2,
  })
})

test('attributes stop where a report is full', () => {
  const attributes = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`ai.settings.number${index}`, index]),
  )

  const [trace] = readTraces([span({ attributes })])

  const bytes = Buffer.byteLength(JSON.stringify(trace?.report.attributes))
  expect(bytes).toBeLessThanOrEqual(REPORT_ATTRIBUTES_MAX_BYTES)
  expect(bytes).toBeGreaterThan(REPORT_ATTRIBUTES_MAX_BYTES - 50)
})

test.each([Number.NaN, -1, '12', Number.POSITIVE_INFINITY])('%s is not a count', (value) => {
  const [trace] = readTraces([span({ attributes: { 'gen_ai.usage.input_tokens': value } })])

  expect(trace?.report.inputTokens === null || trace?.report.inputTokens === 2_147_483_647).toBe(
    true,
  )
})
