import { expect, test } from 'vitest'
import { readErrorData } from './read-error-data.ts'

const NOTHING = { code: undefined, message: '', retryAfter: undefined, requestId: undefined }

test.each([
  ['nothing', undefined, {}],
  ['a sentence', 'The model is busy.', { message: 'The model is busy.' }],
  [
    'an error of a call',
    { code: 'rate_limited', message: 'x', data: { status: 429, retryAfter: 12 } },
    { code: 'rate_limited', message: 'x', retryAfter: 12 },
  ],
  ['a time beside the code', { retryAfter: 3 }, { retryAfter: 3 }],
  ['a time that is none', { retryAfter: -1 }, {}],
  ['the id of a request', { requestId: 'req_1' }, { requestId: 'req_1' }],
  ['the id among details', { data: { details: { requestId: 'req_2' } } }, { requestId: 'req_2' }],
  [
    'the id in the sentence',
    { message: 'It failed. Request id: req_3' },
    { message: 'It failed. Request id: req_3', requestId: 'req_3' },
  ],
])('reads %s', (_, error, data) => {
  expect(readErrorData(error)).toEqual({ ...NOTHING, ...data })
})
