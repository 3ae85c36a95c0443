import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSources } from '../scripts/architecture/list-sources.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { ERROR_TEXTS, failedStatusOf } from './error-texts.ts'
import { THREAD_TEXTS } from './thread-texts.ts'

/** The specification's catalogue, section 8, word for word; `{…}` is filled in. */
const CATALOGUE = [
  'Request failed with status {status}, {body}',
  'Authorization failed',
  'Attachment not uploaded',
  'Message part type not supported by aui/v0: {type}',
  'Thread not found',
  'Thread is not yet initialized',
  'Thread is not yet initialized or already archived',
  'Thread is not archived',
  'Thread was deleted before runtime was started',
  'Cannot ensure new thread is not main',
  'Unknown message role',
  'Unknown attachment type',
  'Unsupported part or chunk type',
  'Unsupported part type',
  'Invalid image data format',
  'System messages must have exactly one text message part.',
  'attachments are only supported for user messages',
  'status is only supported for assistant messages',
  'Attachments are not supported',
  'Attachment not found',
  'Edit already in progress',
  'Runtime does not support editing.',
  'Runtime does not support reloading messages.',
  'Runtime does not support resuming runs.',
  'Runtime does not support cancelling runs.',
  'Runtime does not support tool results.',
  'Runtime does not support switching branches.',
  'Feedback adapter not configured',
  'Speech adapter not configured',
  'No message is being spoken',
  'Tool call {id} is not waiting for human input',
  'Human input request was superseded by a new request',
  'Tool execution aborted',
  'No original messages found',
  'Function parameter parsing failed.',
  'Function parameter validation failed.',
  // section 5
  'Invalid configuration: Must provide authToken, apiKey, or anonymous configuration',
  'Unable to determine the token expiry',
  'Invalid auth header received',
  // Operations that an adapter lacks.
  'External store adapter does not support switching to thread',
  'External store adapter does not support switching to new thread',
  'External store adapter does not support renaming',
  'External store adapter does not support archiving',
  'External store adapter does not support unarchiving',
  'External store adapter does not support deleting',
]

const ALL = { ...ERROR_TEXTS, ...THREAD_TEXTS }

const written = (text: (typeof ALL)[keyof typeof ALL]): string =>
  typeof text === 'string' ? text : (text as (...values: unknown[]) => string)('‹1›', '‹2›')
const texts = Object.values(ALL).map(written)

/** True if a text is the catalogue's, with its subject in the gaps or after it. */
function isOf(entry: string, text: string): boolean {
  const gaps = entry.split(/\{\w+\}/)
  const lacks = 'External store adapter does not support '
  if (entry.startsWith(lacks)) return text === `${lacks}‹1›`
  return (
    text === gaps.reduce((all, gap, index) => `${all}‹${index}›${gap}`) ||
    text === `${entry}: ‹1›` ||
    text === `${entry} detected`
  )
}

test.each(CATALOGUE)('holds “%s” once (B14)', (entry) => {
  expect(texts.filter((text) => isOf(entry, text))).toHaveLength(1)
})

test('says the same in no two places', () => {
  expect(new Set(texts).size).toBe(texts.length)
})

test('writes in its gaps what a text is about', () => {
  expect(ERROR_TEXTS.requestFailed(402, '{}')).toBe('Request failed with status 402, {}')
  expect(THREAD_TEXTS.notWaitingForHuman('t1')).toBe('Tool call t1 is not waiting for human input')
  expect(THREAD_TEXTS.unknownAttachmentType('pdf')).toBe('Unknown attachment type: pdf')
  expect(THREAD_TEXTS.adapterLacks('renaming')).toBe(
    'External store adapter does not support renaming',
  )
})

test('finds the status in the text of a failed call, and in no other', () => {
  expect(failedStatusOf(ERROR_TEXTS.requestFailed(413, '<html>'))).toBe(413)
  expect(failedStatusOf(ERROR_TEXTS.requestFailed(502, ''))).toBe(502)
  expect(failedStatusOf('The request failed.')).toBeUndefined()
  expect(failedStatusOf('Busy: Request failed with status 502, ')).toBeUndefined()
})

/** Sources of the product, without its tests. */
const sources = listSources(REPOSITORY_ROOT)
  .filter((path) => /^(loader|widget|server|shared)\//.test(path) && !/\.test[.-]/.test(path))
  .map((path) => ({ path, source: readFileSync(join(REPOSITORY_ROOT, path), 'utf8') }))

const CATALOGUE_FILES = ['shared/error-texts.ts', 'shared/thread-texts.ts']

test('the product raises every text of the catalogue', () => {
  const users = sources.filter(({ path }) => !CATALOGUE_FILES.includes(path))
  const isRaised = (key: string) =>
    users.some(({ source }) => new RegExp(`\\b${key}\\b`).test(source))

  expect(Object.keys(ALL).filter((key) => !isRaised(key))).toEqual([])
  expect(isRaised('neverRaised')).toBe(false)
})

test('no text of the catalogue is spelled anywhere else (B14)', () => {
  const whole = texts.filter((text) => /^[A-Z].* /.test(text) && !text.includes('‹'))
  const spelled = (text: string) =>
    sources.filter(({ source }) => source.includes(`'${text}'`)).map(({ path }) => ({ text, path }))

  expect(whole.length).toBeGreaterThan(25)
  expect(whole.flatMap(spelled)).toEqual(
    whole.map((text) => ({ text, path: expect.toBeOneOf(CATALOGUE_FILES) })),
  )
})
